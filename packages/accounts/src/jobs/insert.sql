-- $1 account, $2 kind, $3 lane, $4 request, $5 its hash. The unique index jobs_twin refuses a twin.
INSERT INTO tickscope.jobs (account, kind, lane, request, request_hash) VALUES ($1, $2, $3, $4, $5) RETURNING id
