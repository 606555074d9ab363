-- The blocks of some slots, in every version, each with the leader that the fee reward names, which may be the leader's
-- collector. Two hashes for a slot: two blocks, a conflict about to be cleared. Key of `slots`: one granule per slot.
-- The caller takes the best version of each. The schedule is read by a query of its own: a join costs twice as much as
-- both.
SELECT
    slot, hex(blockhash), toString(content), version,
    if(leader IS NULL, NULL, base58Encode(assumeNotNull(leader)))
FROM slots
WHERE slot IN {slots:Array(UInt64)}
