-- Gives a trial to an account that never had a subscription. Such rows are never deleted, so it is given once.
-- $1 account, $2 days, $3 now or null.
WITH clock AS MATERIALIZED (SELECT coalesce($3::timestamptz, clock_timestamp()) AS now)
INSERT INTO tickscope.subscriptions (account, status, plan, trial_ends_at, updated_at)
SELECT $1, 'trial', 'default', now + make_interval(days => $2), now FROM clock
ON CONFLICT DO NOTHING
