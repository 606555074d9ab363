-- The last stored block before a time and the first one at or after it; either may be missing. Reads `slots` in
-- key order from either end. The index on times skips the granules on the other side of the time, so that only
-- a few are read.
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
