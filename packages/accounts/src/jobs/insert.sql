-- $1 account, $2 kind, $3 lane, $4 request, $5 its hash, $6 greatest age in ms of what it may reuse. The unique index
-- jobs_twin refuses a twin.
INSERT INTO tickscope.jobs (account, kind, lane, request, request_hash, max_age_ms) VALUES ($1, $2, $3, $4, $5, $6)
RETURNING id
