-- The exact totals of some accounts in a range. Buckets with a current row of the account are read from
-- account_heat, all others from the writer's counts of each slot, best versions only. Slots in which one of the
-- writers has no compute units have no sum and count as 0 here; the last but one column is the number of such
-- slots, which hot-partial-sums reads. The last one says whether the account has write locks in whole buckets
-- without a row of it.
-- Keys: `account_heat` (account, bucket), one row per bucket; `account_slots` (account, slot): all slots of the
-- accounts that lack the row of some bucket. Most have no lock in such a bucket, and looking each of them up in
-- the key takes longer than reading all slots of these accounts.
WITH
    asked AS
    (
        SELECT toFixedString(unhex(substring({accounts:String}, number * 64 + 1, 64)), 32) AS account
        FROM numbers(intDiv(length({accounts:String}), 64))
    ),
    made AS
    (
        SELECT account, bucket, write_count, conflict_count, unknown_count, compute_units, max_slot_compute_units
        FROM account_heat
        WHERE account IN (SELECT account FROM asked)
            AND bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
            AND (bucket, digest) IN (SELECT pair.1, pair.2 FROM (SELECT arrayJoin({current:Array(Tuple(UInt32, UInt64))}) AS pair))
        LIMIT 1 BY account, bucket
    ),
    -- The buckets that an account has no such row of. An array is computed once; a subquery is computed at each use.
    (
        SELECT groupArray((account, bucket))
        FROM asked
        CROSS JOIN
        (
            SELECT {from_bucket:UInt32} + number AS bucket
            FROM numbers({to_bucket:UInt32} + 1 - {from_bucket:UInt32})
        ) AS buckets
        WHERE (account, bucket) NOT IN (SELECT account, toUInt64(bucket) FROM made)
    ) AS missing,
    by_slot AS
    (
        SELECT
            account, write_count, lock_count, ifNull(compute_units, 0) AS units, compute_units IS NULL AS has_no_sum,
            units / nullIf(arrayLast(limit -> limit.1 <= slot, {limits:Array(Tuple(UInt64, UInt64))}).2, 0) AS share,
            slot BETWEEN toUInt64({from_bucket:UInt32}) * 128 AND toUInt64({to_bucket:UInt32}) * 128 + 127 AS is_uncovered
        FROM
        (
            SELECT account, slot, lock_count, write_count, compute_units
            FROM account_slots
            WHERE account IN (SELECT account FROM asked)
                AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                AND (
                    slot < toUInt64({from_bucket:UInt32}) * 128
                    OR slot >= (toUInt64({to_bucket:UInt32}) + 1) * 128
                    OR account IN (SELECT pair.1 FROM (SELECT arrayJoin(missing) AS pair))
                )
                -- A set of hashes is searched in less time than a set of pairs; no two pairs have the same 128 bits.
                AND (
                    slot < toUInt64({from_bucket:UInt32}) * 128
                    OR slot >= (toUInt64({to_bucket:UInt32}) + 1) * 128
                    OR sipHash128(account, intDiv(slot, 128)) IN (SELECT sipHash128(pair.1, pair.2) FROM (SELECT arrayJoin(missing) AS pair))
                )
                AND slot IN
                (
                    SELECT slot
                    FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
                    WHERE is_readable
                )
            ORDER BY account, slot, version DESC
            LIMIT 1 BY account, slot
        )
        WHERE write_count > 0
    )
SELECT
    lower(hex(account)), toString(sum(writes)), toString(sum(conflicts)), toString(sum(unknowns)), toString(sum(units)),
    sum(share_sum), max(share_max), toString(sum(slots_without_sum)), max(is_uncovered)
FROM
(
    SELECT
        account, toUInt64(write_count) AS writes, toUInt64(conflict_count) AS conflicts,
        toUInt64(unknown_count) AS unknowns, compute_units AS units, toUInt64(0) AS slots_without_sum,
        nullIf(arrayLast(limit -> limit.1 <= toUInt64(bucket) * 128, {limits:Array(Tuple(UInt64, UInt64))}).2, 0) AS most,
        units / most AS share_sum, max_slot_compute_units / most AS share_max, false AS is_uncovered
    FROM made
    UNION ALL
    SELECT
        account, toUInt64(write_count) AS writes, toUInt64(lock_count - 1) AS conflicts, toUInt64(0) AS unknowns, units,
        toUInt64(has_no_sum) AS slots_without_sum, CAST(NULL, 'Nullable(UInt64)') AS most, share AS share_sum,
        share AS share_max, is_uncovered
    FROM by_slot
)
GROUP BY account
