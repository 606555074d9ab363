-- Deletes the oldest keys of an account that are revoked or expired, but for the newest $2 of them; a caller who makes
-- and revokes keys without end would fill the table. $1 account, $3 now or null. Under the lock of the account's row.
DELETE FROM tickscope.keys
WHERE id IN (
  SELECT id FROM tickscope.keys
  WHERE account = $1
    AND (revoked_at IS NOT NULL OR expires_at <= coalesce($3::timestamptz, clock_timestamp()))
  ORDER BY created_at DESC, id DESC
  OFFSET $2
)
