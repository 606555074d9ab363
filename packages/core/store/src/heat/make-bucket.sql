-- Computes the exact rows of some accounts in a bucket from the best version of each row. Key of `account_slots`
-- (account, slot): one or two granules per account and part.
INSERT INTO account_heat (bucket, account, digest, write_count, conflict_count, failed_count, unknown_count,
    compute_units, max_slot_compute_units, slot_offsets, slot_lock_counts, slot_write_counts, signers, prices, price_counts)
WITH
    by_slot AS
    (
        SELECT
            account, slot, lock_count AS locks, write_count AS write_locks,
            if(write_locks > 0, locks - 1, 0) AS conflicts,
            arrayCount(f -> bitAnd(f, 9) = 9, flags) AS failures,
            arrayCount(f -> bitTest(f, 5), flags) AS unknowns,
            arraySum(u -> toUInt64(u), units_of_writes) AS units,
            slot_signers, slot_prices
        FROM
        (
            SELECT
                account, slot, lock_count, write_count, locks.flags AS flags, writes.compute_units AS units_of_writes,
                writes.signer_prefix AS slot_signers, writes.price AS slot_prices
            FROM account_slots FINAL
            WHERE account IN
                (
                    SELECT toFixedString(unhex(substring({accounts:String}, number * 64 + 1, 64)), 32)
                    FROM numbers(intDiv(length({accounts:String}), 64))
                )
                AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
                AND slot IN
                (
                    SELECT slot
                    FROM stored_slots(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
                    WHERE is_readable
                )
        )
    )
SELECT
    {bucket:UInt32}, account, {digest:UInt64}, sum(write_locks), sum(conflicts), sum(failures), sum(unknowns), sum(units),
    max(units), (arraySort(groupArray((toUInt8(slot % 128), toUInt32(locks), toUInt32(write_locks)))) AS all_slots).1,
    all_slots.2, all_slots.3, groupUniqArrayArray(slot_signers),
    -- Each distinct price once, with its number of occurrences: sorting and compacting takes a third of the time of
    -- sumMap.
    arrayCompact(arraySort(groupArrayArray(slot_prices)) AS all_prices),
    arrayMap(
        (first, next) -> toUInt32(next - first),
        arrayFilter(
            (place, price, before) -> place = 1 OR price != before,
            arrayEnumerate(all_prices), all_prices, arrayPushFront(arrayPopBack(all_prices), 0)
        ) AS firsts,
        arrayPushBack(arrayPopFront(firsts), toUInt32(length(all_prices) + 1))
    )
FROM by_slot
GROUP BY account
HAVING sum(write_locks) > 0
