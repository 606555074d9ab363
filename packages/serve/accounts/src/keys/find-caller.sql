-- The owner of a key that is neither revoked nor expired, with the account's subscription. $1 SHA-256 of the
-- key, $2 now or null. By the unique index on hash and the primary key of subscriptions: at most one row.
-- The same statement counts the request if the key is $3, its subscription still has version $4 (null: none),
-- and it is before $5 (null: at any time). Windows: $6 names, $7 subjects, $8 limits, $9 lengths in seconds.
-- Otherwise the request is not counted, and is_allowed is null.
WITH clock AS MATERIALIZED (SELECT coalesce($2::timestamptz, clock_timestamp()) AS now),
caller AS MATERIALIZED (
  SELECT keys.id, keys.account, keys.kind, keys.hash, clock.now,
    coalesce(keys.last_used_at <= clock.now - interval '1 minute', true) AS is_use_old,
    subscriptions.status, subscriptions.plan, subscriptions.trial_ends_at, subscriptions.current_period_ends_at,
    subscriptions.grace_ends_at, subscriptions.updated_at,
    -- The transaction that wrote the row: it changes with every write.
    subscriptions.xmin::text AS version
  FROM clock
  JOIN tickscope.keys ON keys.hash = $1 AND keys.revoked_at IS NULL
    AND (keys.expires_at IS NULL OR keys.expires_at > clock.now)
  LEFT JOIN tickscope.subscriptions USING (account)
)
SELECT caller.*, taken.taken_at, taken.is_allowed, taken.used, taken.ends_at
FROM caller
CROSS JOIN LATERAL tickscope.take_windows(
  CASE
    WHEN caller.id = $3::uuid AND caller.version IS NOT DISTINCT FROM $4::text AND coalesce(caller.now < $5::timestamptz, true)
    THEN $6::text[]
  END,
  $7::text[], $8::integer[], $9::integer[], $2::timestamptz
) AS taken
