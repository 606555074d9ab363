-- Fails a job whose workers were lost too often. $1 id, $2 run, $3 message.
UPDATE tickscope.jobs
SET state = 'failed', error_code = 'interrupted', error_message = $3, finished_at = clock_timestamp(),
  lease_ends_at = NULL, losses = losses + 1, answers_twins = false
WHERE id = $1 AND run = $2 AND state = 'active' AND lease_ends_at < clock_timestamp()
RETURNING id
