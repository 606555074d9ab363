-- The last stored block before some slots, and the first and the last of them that is stored whole, with their times. Reads
-- `slots` in key order from either end.
SELECT 'before', slot, toUnixTimestamp(assumeNotNull(block_time))
FROM
(
    SELECT slot, block_time
    FROM slots
    WHERE slot < {from_slot:UInt64} AND content != 'entries_only' AND block_time IS NOT NULL
    ORDER BY slot DESC
    LIMIT 1
)
UNION ALL
SELECT 'first', slot, toUnixTimestamp(assumeNotNull(block_time))
FROM
(
    SELECT slot, block_time
    FROM slots
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND content != 'entries_only' AND block_time IS NOT NULL
    ORDER BY slot
    LIMIT 1
)
UNION ALL
SELECT 'last', slot, toUnixTimestamp(assumeNotNull(block_time))
FROM
(
    SELECT slot, block_time
    FROM slots
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND content != 'entries_only' AND block_time IS NOT NULL
    ORDER BY slot DESC
    LIMIT 1
)
