-- Starts a job that waits. $1 id, $2 lease in ms. The run number is its worker's fencing token.
UPDATE tickscope.jobs
SET state = 'active', is_admitted = false, run = run + 1, progress = 0, started_at = clock_timestamp(),
  lease_ends_at = clock_timestamp() + $2 * interval '1 millisecond'
WHERE id = $1 AND state = 'queued'
RETURNING id, account, kind, lane, request, run, max_age_ms
