-- Deletes an account's revoked and expired keys, except the newest $2, so that a caller who keeps making and
-- revoking keys cannot fill the table. $1 account, $3 now or null. Runs under the lock of the account's row.
DELETE FROM tickscope.keys
WHERE id IN (
  SELECT id FROM tickscope.keys
  WHERE account = $1
    AND (revoked_at IS NOT NULL OR expires_at <= coalesce($3::timestamptz, clock_timestamp()))
  ORDER BY created_at DESC, id DESC
  OFFSET $2
)
