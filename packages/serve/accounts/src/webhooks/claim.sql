-- Takes deliveries that are due, at most one of each webhook, none of accounts that have expired. $1 webhooks that this process is sending to, $2 their
-- accounts, $3 whether each is slow, $4 free places, $5 free places for slow receivers, $6 most of those for one account,
-- $7 lease in ms.
-- Accounts share the places: the next one goes to the account that has the fewest, then to the one, and to the webhook,
-- that was served the longest ago. Keys: webhook_deliveries_due and webhook_deliveries_again, one row of each for each
-- webhook.
WITH sending AS (
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS each (webhook, account, is_slow)
), held AS (
  SELECT account, is_slow, count(*) AS places FROM sending GROUP BY account, is_slow
), due AS (
  SELECT next.id, w.id AS webhook, w.account, w.is_slow, w.served_at
  FROM tickscope.webhooks AS w
  CROSS JOIN LATERAL (
    (
      SELECT id, due_at
      FROM tickscope.webhook_deliveries
      WHERE webhook = w.id AND state = 'waiting' AND attempts > 0 AND due_at <= clock_timestamp()
      ORDER BY due_at
      LIMIT 1
    )
    UNION ALL
    (
      SELECT id, due_at
      FROM tickscope.webhook_deliveries
      WHERE webhook = w.id AND state = 'waiting' AND due_at <= clock_timestamp()
        AND coalesce(w.paused_until <= clock_timestamp(), true)
      ORDER BY due_at
      LIMIT 1
    )
    ORDER BY due_at
    LIMIT 1
  ) AS next
  WHERE w.disabled_at IS NULL AND NOT tickscope.has_expired(w.account) AND w.id != ALL ($1::uuid[])
), shares AS (
  SELECT
    due.*,
    coalesce(held.places, 0) + row_number() OVER (
      PARTITION BY due.account, due.is_slow ORDER BY due.served_at NULLS FIRST, due.webhook
    ) AS place,
    (SELECT max(served_at) FROM tickscope.webhooks AS own WHERE own.account = due.account) AS account_served_at
  FROM due
  LEFT JOIN held USING (account, is_slow)
), turns AS (
  SELECT id, is_slow, row_number() OVER (
    PARTITION BY is_slow ORDER BY place, account_served_at NULLS FIRST, served_at NULLS FIRST, webhook
  ) AS turn
  FROM shares
  WHERE NOT is_slow OR place <= $6
), chosen AS (
  SELECT d.id
  FROM tickscope.webhook_deliveries AS d
  JOIN turns USING (id)
  WHERE turns.turn <= CASE WHEN turns.is_slow THEN $5::integer ELSE $4::integer END
    -- Again, because another process may have taken it.
    AND d.state = 'waiting' AND d.due_at <= clock_timestamp()
  FOR UPDATE OF d SKIP LOCKED
), taken AS (
  UPDATE tickscope.webhook_deliveries AS d
  SET attempts = d.attempts + 1, due_at = clock_timestamp() + $7 * interval '1 millisecond'
  FROM chosen
  WHERE d.id = chosen.id
  RETURNING d.id, d.webhook, d.body, d.attempts, d.due_at
)
UPDATE tickscope.webhooks AS w
SET
  served_at = clock_timestamp(),
  -- A pause that is over lets one message through: what comes of it ends the pause or renews it.
  paused_until = CASE WHEN w.paused_until <= clock_timestamp() THEN taken.due_at ELSE w.paused_until END
FROM taken
WHERE w.id = taken.webhook
RETURNING taken.id, taken.webhook, taken.body, taken.attempts, w.account, w.url, w.secret, w.is_slow
