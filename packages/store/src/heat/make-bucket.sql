-- Computes the exact rows of some accounts in a bucket from the best copy of each lock. LIMIT BY with the version is
-- correct before merges too. Key of `account_locks` (account, slot): one or two granules per account and part.
INSERT INTO account_heat (bucket, account, digest, write_count, conflict_count, failed_count, unknown_count,
    compute_units, max_slot_compute_units, slot_offsets, slot_lock_counts, slot_write_counts, signers, prices, price_counts)
WITH
    by_slot AS
    (
        SELECT
            account, slot,
            count() AS locks,
            countIf(is_write) AS writes,
            if(writes > 0, locks - 1, 0) AS conflicts,
            countIf(is_write AND ifNull(is_failed, false)) AS failures,
            countIf(is_write AND compute_units IS NULL) AS unknowns,
            sum(ifNull(compute_units, 0)) AS units,
            groupUniqArrayIf(signer_prefix, is_write) AS slot_signers,
            groupArrayIf(ifNull(compute_unit_price, 0), is_write) AS slot_prices
        FROM
        (
            SELECT account, slot, is_write, is_failed, compute_units, compute_unit_price, signer_prefix
            FROM account_locks
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
            ORDER BY account, slot, block_index, version DESC
            LIMIT 1 BY account, slot, block_index
        )
        GROUP BY account, slot
    )
SELECT
    {bucket:UInt32}, account, {digest:UInt64}, sum(writes), sum(conflicts), sum(failures), sum(unknowns), sum(units),
    max(units), (arraySort(groupArray((toUInt8(slot % 128), toUInt32(locks), toUInt32(writes)))) AS all_slots).1,
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
HAVING sum(writes) > 0
