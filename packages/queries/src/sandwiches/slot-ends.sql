-- The last stored block before some slots, and the first and the last of them that is stored whole, with their times, where they lie
-- within some slots of the ends of what is asked for and stored; and the oldest stored slot. `slots` has few and large parts, each of
-- which is read from its end on without such a bound. The ends of the key of `slots` are known without a read.
SELECT 'before', slot, toUnixTimestamp(assumeNotNull(block_time))
FROM
(
    SELECT slot, block_time
    FROM slots
    WHERE slot < {from_slot:UInt64} AND slot >= greatest({from_slot:UInt64}, {near:UInt64}) - {near:UInt64}
        AND content != 'entries_only' AND block_time IS NOT NULL
    ORDER BY slot DESC
    LIMIT 1
)
UNION ALL
SELECT 'first', slot, toUnixTimestamp(assumeNotNull(block_time))
FROM
(
    SELECT slot, block_time
    FROM slots
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        AND slot <= greatest({from_slot:UInt64}, (SELECT min(slot) FROM slots)) + {near:UInt64}
        AND content != 'entries_only' AND block_time IS NOT NULL
    ORDER BY slot
    LIMIT 1
)
UNION ALL
SELECT 'last', slot, toUnixTimestamp(assumeNotNull(block_time))
FROM
(
    SELECT slot, block_time
    FROM slots
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        AND slot + {near:UInt64} >= least({to_slot:UInt64}, (SELECT max(slot) FROM slots))
        AND content != 'entries_only' AND block_time IS NOT NULL
    ORDER BY slot DESC
    LIMIT 1
)
UNION ALL
SELECT 'oldest', min(slot), 0
FROM slots
