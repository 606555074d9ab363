-- Takes deliveries that are due, at most one of each webhook. $1 most, $2 lease in ms, $3 webhooks to leave out.
UPDATE tickscope.webhook_deliveries AS d
SET attempts = d.attempts + 1, due_at = clock_timestamp() + $2 * interval '1 millisecond'
FROM (
  SELECT next.id, w.url, w.secret
  FROM tickscope.webhooks AS w
  CROSS JOIN LATERAL (
    SELECT id
    FROM tickscope.webhook_deliveries
    WHERE webhook = w.id AND state = 'waiting' AND due_at <= clock_timestamp()
    ORDER BY due_at
    LIMIT 1
    FOR UPDATE SKIP LOCKED
  ) AS next
  WHERE w.disabled_at IS NULL AND w.id != ALL ($3::uuid[])
  LIMIT $1
) AS taken
WHERE d.id = taken.id
RETURNING d.id, d.webhook, d.body, d.attempts, taken.url, taken.secret
