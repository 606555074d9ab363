-- $1 id, $2 number of the attempt, $3 result, $4 wait in ms, $5 webhook, $6 whether its receiver was slow, $7 failures that
-- make a pause, $8 and $9 the shortest and the longest pause in ms. A pause is as long as the receiver has failed, within
-- these bounds.
WITH put_off AS (
  UPDATE tickscope.webhook_deliveries
  SET last_result = $3, due_at = clock_timestamp() + $4 * interval '1 millisecond'
  WHERE id = $1 AND attempts = $2 AND state = 'waiting'
)
UPDATE tickscope.webhooks
SET
  failures = failures + 1,
  failing_since = coalesce(failing_since, clock_timestamp()),
  is_slow = $6,
  paused_until = CASE
    WHEN failures + 1 >= $7 THEN clock_timestamp() + least(
      greatest(clock_timestamp() - failing_since, $8 * interval '1 millisecond'),
      $9 * interval '1 millisecond'
    )
  END
WHERE id = $5
