-- The hashes of the live keys that were made or used last, newest first, in base64. $1 how many, $2 now or null.
-- Reads the whole table, of at most 100 keys an account: once a minute for each process.
SELECT encode(hash, 'base64') AS hash
FROM tickscope.keys
WHERE revoked_at IS NULL
  AND (expires_at IS NULL OR expires_at > coalesce($2::timestamptz, clock_timestamp()))
ORDER BY greatest(created_at, last_used_at) DESC
LIMIT $1
