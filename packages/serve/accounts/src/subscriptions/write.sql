-- Stores a complete subscription. $1 account, $2 status, $3 plan, $4 to $6 its dates, $7 now or null. Runs
-- under the lock of the account's row, under which the subscription was also read.
INSERT INTO tickscope.subscriptions AS stored
  (account, status, plan, trial_ends_at, current_period_ends_at, grace_ends_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, clock_timestamp()))
ON CONFLICT (account) DO UPDATE SET
  status = excluded.status,
  plan = excluded.plan,
  trial_ends_at = excluded.trial_ends_at,
  current_period_ends_at = excluded.current_period_ends_at,
  grace_ends_at = excluded.grace_ends_at,
  updated_at = excluded.updated_at
RETURNING status, plan, trial_ends_at, current_period_ends_at, grace_ends_at, updated_at,
  coalesce($7::timestamptz, clock_timestamp()) AS now
