-- The buckets of 4,096 slots in which a block was stored, or detection has run, since a time; the server's time; and how
-- many rows there are of the slots of some known buckets, in which fewer rows than slots mean that data was removed. The
-- indexes on the times skip old granules, and counting by a range of keys reads none.
SELECT
    toUnixTimestamp(now()),
    (SELECT count() FROM slots WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}),
    (SELECT count() FROM detected_slots WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}),
    groupUniqArray(bucket)
FROM
(
    SELECT intDiv(slot, 4096) AS bucket
    FROM slots
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND inserted_at >= toDateTime({since:UInt32}, 'UTC')
    UNION ALL
    SELECT intDiv(slot, 4096) AS bucket
    FROM detected_slots
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND detected_at >= toDateTime({since:UInt32}, 'UTC')
)
