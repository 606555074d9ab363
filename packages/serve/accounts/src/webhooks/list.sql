-- The webhooks of an account, newest first, each with its newest deliveries. $1 account, $2 deliveries of each.
SELECT
  w.id, w.url, w.events, w.filters, w.created_at, w.disabled_at, w.disabled_reason, w.is_slow,
  CASE WHEN w.paused_until IS NOT NULL THEN w.failing_since END AS failing_since, w.paused_until,
  (SELECT count(*)::integer FROM tickscope.webhook_deliveries AS d WHERE d.webhook = w.id AND d.state = 'waiting') AS waiting,
  ARRAY(
    SELECT json_build_object(
      'id', d.id, 'event', d.event, 'state', d.state, 'attempts', d.attempts, 'last_result', d.last_result,
      'created_at', d.created_at, 'ended_at', d.ended_at,
      'due_at', CASE
        WHEN d.state != 'waiting' OR w.disabled_at IS NOT NULL THEN NULL
        WHEN d.attempts = 0 THEN greatest(d.due_at, w.paused_until)
        ELSE d.due_at
      END)
    FROM tickscope.webhook_deliveries AS d
    WHERE d.webhook = w.id
    ORDER BY d.created_at DESC
    LIMIT $2
  ) AS deliveries
FROM tickscope.webhooks AS w
WHERE w.account = $1
ORDER BY w.created_at DESC
