-- Ends a run. $1 id, $2 run number, $3 data or null, $4 error code and $5 message or null, $6 basis of the data
-- or null, $7 age of reused data at the start of the run, in ms. No row: the run no longer belongs to the
-- caller.
UPDATE tickscope.jobs
SET state = CASE WHEN $4::text IS NULL THEN 'completed' ELSE 'failed' END,
  data = $3, error_code = $4, error_message = $5, finished_at = clock_timestamp(), lease_ends_at = NULL,
  progress = CASE WHEN $4::text IS NULL THEN 100 ELSE progress END,
  -- A job that was retired while it ran has a successor.
  answers_twins = answers_twins AND $4::text IS NULL,
  basis = $6, read_at = started_at - $7 * interval '1 millisecond'
WHERE id = $1 AND run = $2 AND state = 'active'
RETURNING id
