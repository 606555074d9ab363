-- Deletes deliveries that ended long ago. $1 age in ms.
DELETE FROM tickscope.webhook_deliveries
WHERE id IN (
  SELECT id FROM tickscope.webhook_deliveries
  WHERE ended_at < clock_timestamp() - $1 * interval '1 millisecond'
  LIMIT 1000
)
