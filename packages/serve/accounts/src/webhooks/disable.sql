-- Ends all that waits for a webhook, and says why. $1 webhook, $2 reason, $3 the delivery that was tried or null, $4 its result.
WITH disabled AS (
  UPDATE tickscope.webhooks
  SET disabled_at = clock_timestamp(), disabled_reason = $2
  WHERE id = $1 AND disabled_at IS NULL
  RETURNING id
)
UPDATE tickscope.webhook_deliveries AS d
SET state = 'failed', ended_at = clock_timestamp(), last_result = CASE WHEN d.id = $3::uuid THEN $4 ELSE d.last_result END
FROM disabled
WHERE d.webhook = disabled.id AND d.state = 'waiting'
