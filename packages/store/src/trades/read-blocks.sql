-- The stored blocks of a slot range that may hold trades, also those that hold none.
SELECT slot, toUnixTimestamp(block_time)
FROM slots FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND content != 'entries_only'
ORDER BY slot
