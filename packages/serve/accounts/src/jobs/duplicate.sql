-- The job that answers the same request, if there is one, with the age of the data that it read in ms; 0 while
-- it waits. $1 account, $2 kind, $3 hash. By the index jobs_twin: 0 or 1 row.
SELECT id, state, basis,
  coalesce(greatest(0, extract(epoch FROM clock_timestamp() - coalesce(read_at, started_at)) * 1000), 0)::double precision AS age_ms
FROM tickscope.jobs
WHERE account = $1 AND kind = $2 AND request_hash = $3 AND answers_twins
