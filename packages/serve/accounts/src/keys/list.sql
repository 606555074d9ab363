-- The keys of an account, newest first. $1 account. By keys_of_account: at most 100 rows (forget-dead.sql).
SELECT id, account, name, kind, prefix, created_at, last_used_at, expires_at, revoked_at
FROM tickscope.keys
WHERE account = $1
ORDER BY created_at DESC, id DESC
