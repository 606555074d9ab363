-- A known account with its subscription. $1 account, $2 now or null. By primary keys: at most one row.
SELECT accounts.id, coalesce($2::timestamptz, clock_timestamp()) AS now,
  subscriptions.status, subscriptions.plan, subscriptions.trial_ends_at, subscriptions.current_period_ends_at,
  subscriptions.grace_ends_at, subscriptions.updated_at
FROM tickscope.accounts
LEFT JOIN tickscope.subscriptions ON subscriptions.account = accounts.id
WHERE accounts.id = $1
