-- Whether the subscription of an account has expired: `statusAt` (subscriptions/status.ts) in SQL. An account without a
-- subscription has none that could expire. By the primary key.
CREATE FUNCTION tickscope.has_expired(of_account text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT coalesce(
    (
      SELECT CASE status
        WHEN 'expired' THEN true
        WHEN 'grace_period' THEN grace_ends_at <= statement_timestamp()
        WHEN 'active' THEN
          current_period_ends_at <= statement_timestamp()
          AND coalesce(grace_ends_at <= statement_timestamp(), true)
        WHEN 'trial' THEN
          trial_ends_at <= statement_timestamp()
          AND (
            coalesce(current_period_ends_at <= trial_ends_at, true)
            OR (
              current_period_ends_at <= statement_timestamp()
              AND coalesce(grace_ends_at <= statement_timestamp(), true)
            )
          )
      END
      FROM tickscope.subscriptions
      WHERE account = of_account
    ),
    false
  )
$$;
