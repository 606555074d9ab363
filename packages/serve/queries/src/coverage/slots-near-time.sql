-- The last stored block before a time and the first one at or after it, of those within `seconds` of it; null where there is
-- none. The index on times skips all granules but one or two.
SELECT
    maxOrNullIf(slot, block_time < toDateTime({time:UInt32}, 'UTC')),
    minOrNullIf(slot, block_time >= toDateTime({time:UInt32}, 'UTC'))
FROM slots
WHERE slot BETWEEN {oldest:UInt64} AND {newest:UInt64} AND content != 'entries_only'
    AND block_time BETWEEN toDateTime(toInt64({time:UInt32}) - {seconds:UInt32}, 'UTC')
        AND toDateTime({time:UInt32} + {seconds:UInt32}, 'UTC')
