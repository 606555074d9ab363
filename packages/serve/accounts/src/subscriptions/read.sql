-- An account's subscription, and the time at which to evaluate it. $1 account, $2 that time, null for the
-- database's clock. By the primary key: at most one row.
SELECT status, plan, trial_ends_at, current_period_ends_at, grace_ends_at, updated_at,
  coalesce($2::timestamptz, clock_timestamp()) AS now
FROM tickscope.subscriptions
WHERE account = $1
