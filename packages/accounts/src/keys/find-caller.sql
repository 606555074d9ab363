-- The owner of a key that is neither revoked nor expired, with the account's subscription. $1 SHA-256 of the key, $2 now
-- or null. By the unique index on hash and the primary key of subscriptions: at most one row.
WITH clock AS MATERIALIZED (SELECT coalesce($2::timestamptz, clock_timestamp()) AS now)
SELECT keys.id, keys.account, keys.kind, keys.hash, clock.now,
  coalesce(keys.last_used_at <= clock.now - interval '1 minute', true) AS is_use_old,
  subscriptions.status, subscriptions.plan, subscriptions.trial_ends_at, subscriptions.current_period_ends_at,
  subscriptions.grace_ends_at, subscriptions.updated_at
FROM clock
JOIN tickscope.keys ON keys.hash = $1 AND keys.revoked_at IS NULL
  AND (keys.expires_at IS NULL OR keys.expires_at > clock.now)
LEFT JOIN tickscope.subscriptions USING (account)
