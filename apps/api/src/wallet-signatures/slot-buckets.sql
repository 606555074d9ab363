-- Slots in buckets of 1,024: which of them are stored whole and have a time, from when to when, and whether each row is
-- linked by its parent to the row before (sums of hashes, as in range-buckets: the parents are the slots but the last,
-- and one before the bucket). Key of `slots`: a row a slot, narrow columns, one pass; 7 days are some 1,500 buckets.
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
