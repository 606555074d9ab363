-- Runs whose lease has lapsed. $1 grace in ms after a start of Postgres itself, during which workers could not
-- renew. At most 50 per sweep, by the index jobs_active, which has running jobs only.
SELECT id, account, kind, lane, run, losses FROM tickscope.jobs
WHERE state = 'active' AND lease_ends_at < clock_timestamp()
  AND pg_postmaster_start_time() + $1 * interval '1 millisecond' < clock_timestamp()
ORDER BY lease_ends_at
LIMIT 50
