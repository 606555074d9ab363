-- Renews leases and writes progress. $1 ids, $2 runs, $3 progress, as parallel arrays; $4 lease in ms. Returns
-- the ids of the runs that still belong to the caller.
UPDATE tickscope.jobs AS job
SET lease_ends_at = clock_timestamp() + $4 * interval '1 millisecond', progress = mine.progress
FROM unnest($1::uuid[], $2::integer[], $3::smallint[]) AS mine (id, run, progress)
WHERE job.id = mine.id AND job.run = mine.run AND job.state = 'active'
RETURNING job.id
