-- $1 account, $2 name, $3 kind, $4 prefix, $5 SHA-256 of the key, $6 expiry or null, $7 now or null.
INSERT INTO tickscope.keys (account, name, kind, prefix, hash, expires_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, clock_timestamp()))
RETURNING id, account, name, kind, prefix, created_at, last_used_at, expires_at, revoked_at
