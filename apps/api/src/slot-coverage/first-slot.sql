-- The last stored block before a time and the first one from it on; either may not be there. Key of `slots`, in its order
-- from either end, and the index on times: the granules on the other side of the time are left out, so that a few are read.
SELECT true, slot
FROM
(
    SELECT slot
    FROM slots
    WHERE slot BETWEEN {oldest:UInt64} AND {newest:UInt64} AND content != 'entries_only'
        AND block_time < toDateTime({from_time:UInt32}, 'UTC')
    ORDER BY slot DESC
    LIMIT 1
)
UNION ALL
SELECT false, slot
FROM
(
    SELECT slot
    FROM slots
    WHERE slot BETWEEN {oldest:UInt64} AND {newest:UInt64} AND content != 'entries_only'
        AND block_time >= toDateTime({from_time:UInt32}, 'UTC')
    ORDER BY slot
    LIMIT 1
)
