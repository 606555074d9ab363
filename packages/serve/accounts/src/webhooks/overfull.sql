-- Webhooks for which too much waits. $1 most.
SELECT w.id
FROM tickscope.webhooks AS w
WHERE w.disabled_at IS NULL AND $1 < (
  SELECT count(*) FROM tickscope.webhook_deliveries AS d WHERE d.webhook = w.id AND d.state = 'waiting'
)
