-- Revokes a key of an account permanently; a second call keeps the first time. $1 id, $2 account.
UPDATE tickscope.keys SET revoked_at = coalesce(revoked_at, clock_timestamp())
WHERE id = $1 AND account = $2
RETURNING id
