-- One or two wide slot ranges in buckets of 4,096 slots, with what is needed to see whether each is whole: in a whole
-- bucket each row's parent is the row before it. The sums over slots and over parents then differ only by the
-- bucket's last slot and the last slot before the bucket. The sums are of hashes, so that two faults do not
-- cancel each other. Key of `slots`: some millions of rows for a month, narrow columns, one pass without
-- sorting.
SELECT
    intDiv(slot, 4096) AS bucket,
    uniqExact(slot),
    toString(sum(cityHash64(slot)) - sum(cityHash64(assumeNotNull(parent_slot)))),
    toString(cityHash64(max(slot))),
    -- The hash of the last block before the range, if there is one.
    toString(cityHash64({before:UInt64})),
    countIf(parent_slot IS NULL OR content = 'entries_only') > 0,
    toUnixTimestamp(min(inserted_at)),
    min(slot), max(slot), toUnixTimestamp(now()),
    arraySort(groupArrayIf(
        (toUInt16(slot % 4096), toUInt16(least(slot - assumeNotNull(parent_slot) - 1, 4096))),
        assumeNotNull(parent_slot) + 1 < slot
    ))
FROM slots
WHERE (slot BETWEEN {from:UInt64} AND {to:UInt64}) OR (slot BETWEEN {other_from:UInt64} AND {other_to:UInt64})
GROUP BY bucket
ORDER BY bucket
