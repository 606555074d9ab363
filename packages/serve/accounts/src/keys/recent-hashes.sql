-- The hashes of the most recently created or used live keys, newest first, in base64. $1 limit, $2 now or null.
-- Reads the whole table, of at most 100 keys an account, once a minute per process.
SELECT encode(hash, 'base64') AS hash
FROM tickscope.keys
WHERE revoked_at IS NULL
  AND (expires_at IS NULL OR expires_at > coalesce($2::timestamptz, clock_timestamp()))
ORDER BY greatest(created_at, last_used_at) DESC
LIMIT $1
