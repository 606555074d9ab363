-- The last stored block before a time and the first one from it on. Key of `slots`: from a slot that is surely older, two
-- narrow columns; some millions of rows for a month.
SELECT
    countIf(block_time < toDateTime({from_time:UInt32}, 'UTC')), maxIf(slot, block_time < toDateTime({from_time:UInt32}, 'UTC')),
    minIf(slot, block_time >= toDateTime({from_time:UInt32}, 'UTC'))
FROM slots
WHERE slot BETWEEN {oldest:UInt64} AND {newest:UInt64} AND content != 'entries_only' AND block_time IS NOT NULL
