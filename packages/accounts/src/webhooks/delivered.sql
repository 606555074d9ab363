-- $1 id, $2 number of the attempt, $3 result. Only the attempt that holds it ends it.
UPDATE tickscope.webhook_deliveries
SET state = 'delivered', last_result = $3, ended_at = clock_timestamp()
WHERE id = $1 AND attempts = $2 AND state = 'waiting'
