-- How often some accounts were locked in equal runs of slots. Counted when the blocks were written.
-- Key of `account_slots` (account, slot): 20 accounts at most, a row a slot and copy.
SELECT
    lower(hex(account)), intDiv(slot - {from:UInt64}, {slots_per_point:UInt64}) AS point,
    toUInt32(sum(lock_count)), toUInt32(sum(write_count))
FROM
(
    SELECT account, slot, lock_count, write_count
    FROM account_slots
    WHERE account IN
        (
            SELECT toFixedString(unhex(substring({accounts:String}, number * 64 + 1, 64)), 32)
            FROM numbers(intDiv(length({accounts:String}), 64))
        )
        AND slot BETWEEN {from:UInt64} AND {to:UInt64}
        AND slot IN
        (
            SELECT slot
            FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
            WHERE is_readable
        )
    ORDER BY account, slot, version DESC
    LIMIT 1 BY account, slot
)
GROUP BY account, point
ORDER BY account, point
