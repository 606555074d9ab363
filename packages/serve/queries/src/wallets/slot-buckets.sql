-- Slots in buckets of 1,024: those that are stored whole and have a time, their first and last times, and
-- whether each row's parent is the row before it (by sums of hashes, as in range-buckets: the parents are the
-- slots without the last one, plus one before the bucket). Key of `slots`: one row per slot, narrow columns,
-- one pass; 7 days are some 1,500 buckets.
SELECT
    intDiv(slot, 1024) AS bucket,
    minIf(slot, is_timed), maxIf(slot, is_timed),
    toUnixTimestamp(minIf(time, is_timed)), toUnixTimestamp(maxIf(time, is_timed)),
    toUnixTimestamp(minIf(inserted_at, is_timed)), toUnixTimestamp(min(inserted_at)),
    ifNull(min(parent_slot), 0) AS parent_before, max(slot) AS last_slot,
    countIf(parent_slot IS NULL OR NOT is_timed) = 0
        AND sum(cityHash64(slot)) + cityHash64(parent_before)
            = sum(cityHash64(assumeNotNull(parent_slot))) + cityHash64(last_slot),
    toUnixTimestamp64Milli(now64(3, 'UTC'))
FROM
(
    SELECT
        slot, parent_slot, inserted_at, assumeNotNull(block_time) AS time,
        content != 'entries_only' AND block_time IS NOT NULL AS is_timed
    FROM slots
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
)
GROUP BY bucket
ORDER BY bucket
