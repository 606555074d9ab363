-- The leaders of some slots by the schedule, in every reading of it; the caller takes the newest. Key of `leaders`: slot.
SELECT slot, base58Encode(toFixedString(identity, 32)), toUnixTimestamp64Milli(observed_at)
FROM leaders
WHERE slot IN {slots:Array(UInt64)}
