-- The job that answers the same request, if one does. $1 account, $2 kind, $3 hash. By the index jobs_twin: 0 or 1 row.
SELECT id FROM tickscope.jobs WHERE account = $1 AND kind = $2 AND request_hash = $3 AND answers_twins
