-- The blocks stored in a range of slots, in every version, with their age. Two hashes for a slot: two blocks, a
-- conflict about to be cleared. Key of `slots`: at most one row per slot and version, some hundred slots. The caller
-- takes the best version of each.
SELECT
    slot, parent_slot, toString(content), version, toUnixTimestamp(now()) - toUnixTimestamp(inserted_at) AS age_seconds,
    hex(blockhash)
FROM slots
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
