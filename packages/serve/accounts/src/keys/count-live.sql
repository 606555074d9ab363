-- The number of keys of an account that are neither revoked nor expired. $1 account, $2 now or null. Runs under
-- the lock of the account's row: two concurrent counts would see the same room. By keys_of_account, which has
-- at most 100 keys of an account.
SELECT count(*)::integer AS keys FROM tickscope.keys
WHERE account = $1 AND revoked_at IS NULL
  AND (expires_at IS NULL OR expires_at > coalesce($2::timestamptz, clock_timestamp()))
