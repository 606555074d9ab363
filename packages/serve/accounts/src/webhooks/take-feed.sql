-- Takes, or keeps, the task of turning the feed into deliveries. $1 owner, $2 lease in ms. No row: another process has it.
INSERT INTO tickscope.webhook_feed AS f (owner, lease_ends_at)
VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
ON CONFLICT (only_row) DO UPDATE SET owner = excluded.owner, lease_ends_at = excluded.lease_ends_at
WHERE f.owner = excluded.owner OR f.lease_ends_at <= clock_timestamp()
RETURNING position
