-- $1 id, $2 number of the attempt, $3 result, $4 wait in ms.
UPDATE tickscope.webhook_deliveries
SET last_result = $3, due_at = clock_timestamp() + $4 * interval '1 millisecond'
WHERE id = $1 AND attempts = $2 AND state = 'waiting'
