-- The leaders of some slots by the schedule. Key of `leaders`: slot.
SELECT slot, base58Encode(toFixedString(identity, 32))
FROM leaders
WHERE slot IN {slots:Array(UInt64)}
ORDER BY slot, observed_at DESC
LIMIT 1 BY slot
