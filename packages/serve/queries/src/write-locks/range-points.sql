-- The stored blocks of a range in equal runs of slots: the time of each run's first block, and the number of
-- blocks. Key of `slots`: one row per slot.
SELECT
    intDiv(slot - {from:UInt64}, {slots_per_point:UInt64}) AS point,
    toUnixTimestamp(argMin(block_time, slot)),
    toUInt32(count()),
    toUInt32(countIf(has_meta))
FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
WHERE is_readable
GROUP BY point
ORDER BY point
