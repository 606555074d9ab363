-- $1 account, $2 kind, $3 lane, $4 request, $5 its hash, $6 maximum age in ms of data that it may reuse. The
-- unique index jobs_twin rejects a duplicate.
INSERT INTO tickscope.jobs (account, kind, lane, request, request_hash, max_age_ms) VALUES ($1, $2, $3, $4, $5, $6)
RETURNING id
