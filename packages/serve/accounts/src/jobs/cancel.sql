-- $1 id, $2 account. A worker that runs the job learns of it by a notification, at the latest by its next
-- renewal.
UPDATE tickscope.jobs
SET state = 'failed', error_code = 'cancelled', error_message = 'The job was cancelled.',
  finished_at = clock_timestamp(), lease_ends_at = NULL, is_admitted = false, answers_twins = false
WHERE id = $1 AND account = $2 AND finished_at IS NULL
RETURNING id, kind, lane
