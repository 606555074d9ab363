-- The leaders of a slot range by the schedule, where it is known. Key of `leaders`: one row per slot.
SELECT slot, base58Encode(identity)
FROM leaders
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY slot, observed_at DESC
LIMIT 1 BY slot
