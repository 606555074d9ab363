-- The write locks, conflicts and compute units of an account in equal runs of slots, with the slot of each run
-- that has the most write locks, and the number of its slots with a conflict. A conflict needs a writer: all other
-- locks of the slot then conflict, so that a slot has lock_count - 1. Key of `account_slots` (account, slot): one row
-- per slot and version, a million or so in 72 hours. `slots`: one row per slot.
SELECT
    intDiv(slot - {from:UInt64}, {slots_per_point:UInt64}) AS point,
    toUInt32(sum(write_count)),
    toUInt32(sum(if(write_count > 0, lock_count - 1, 0))),
    toUInt32(max(write_count)),
    toString(argMax(slot, (write_count, -toInt64(slot)))),
    toUInt32(countIf(write_count > 0 AND lock_count > 1)),
    sum(compute_units / nullIf(arrayLast(limit -> limit.1 <= slot, {limits:Array(Tuple(UInt64, UInt64))}).2, 0))
FROM
(
    SELECT slot, lock_count, write_count, compute_units
    FROM account_slots
    WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    ORDER BY slot, version DESC
    LIMIT 1 BY slot
)
WHERE slot IN
    (
        SELECT slot
        FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
        WHERE is_readable
    )
GROUP BY point
ORDER BY point
