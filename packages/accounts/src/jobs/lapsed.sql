-- Runs whose worker has not been heard of. $1 ms that workers have after a start of Postgres itself to renew: while it
-- was away they could not. At most 50 a sweep; by the index jobs_active, which holds only what runs.
SELECT id, account, kind, lane, run, losses FROM tickscope.jobs
WHERE state = 'active' AND lease_ends_at < clock_timestamp()
  AND pg_postmaster_start_time() + $1 * interval '1 millisecond' < clock_timestamp()
ORDER BY lease_ends_at
LIMIT 50
