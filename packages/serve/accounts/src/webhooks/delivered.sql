-- $1 id, $2 number of the attempt, $3 result, $4 webhook, $5 whether its receiver was slow. Only the attempt that holds the
-- delivery ends it. Whatever that is, the receiver does not fail now.
WITH ended AS (
  UPDATE tickscope.webhook_deliveries
  SET state = 'delivered', last_result = $3, ended_at = clock_timestamp()
  WHERE id = $1 AND attempts = $2 AND state = 'waiting'
)
UPDATE tickscope.webhooks
SET failures = 0, failing_since = NULL, paused_until = NULL, is_slow = $5
WHERE id = $4 AND (failures > 0 OR is_slow != $5)
