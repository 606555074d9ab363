-- What some accounts did in a range, exact: the rows of account_heat where a bucket has one of the account and it is of
-- the stored blocks, and the account's locks, best copies only, in all other buckets.
-- Keys: `account_heat` (account, bucket), a row a bucket; `account_locks` (account, slot), of each account only the
-- buckets that have no row of it, for which (account, intDiv(slot, 128)) is looked up in the key.
WITH
    (
        SELECT groupArray((bucket, digest))
        FROM current_account_heat(from_bucket = {from_bucket:UInt32}, to_bucket = {to_bucket:UInt32})
        WHERE bucket NOT IN {split_buckets:Array(UInt32)}
    ) AS current,
    asked AS
    (
        SELECT toFixedString(unhex(substring({accounts:String}, number * 64 + 1, 64)), 32) AS account
        FROM numbers(intDiv(length({accounts:String}), 64))
    ),
    made AS
    (
        SELECT account, bucket, write_count, conflict_count, failed_count, unknown_count, compute_units, max_slot_compute_units
        FROM account_heat
        WHERE account IN (SELECT account FROM asked)
            AND bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
            AND (bucket, digest) IN (SELECT pair.1, pair.2 FROM (SELECT arrayJoin(current) AS pair))
        LIMIT 1 BY account, bucket
    ),
    by_slot AS
    (
        SELECT
            account, slot,
            countIf(is_write) AS writes,
            toUInt64(writes - 1 + countIf(NOT is_write)) AS conflicts,
            countIf(is_write AND ifNull(is_failed, false)) AS failures,
            countIf(is_write AND compute_units IS NULL) AS unknowns,
            sum(ifNull(compute_units, 0)) AS units,
            units / nullIf(arrayLast(limit -> limit.1 <= slot, {limits:Array(Tuple(UInt64, UInt64))}).2, 0) AS share
        FROM
        (
            SELECT account, slot, is_write, is_failed, compute_units
            FROM account_locks
            WHERE account IN (SELECT account FROM asked)
                AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                AND (account, intDiv(slot, 128)) IN
                (
                    SELECT account, bucket
                    FROM asked
                    CROSS JOIN
                    (
                        SELECT intDiv({from:UInt64}, 128) + number AS bucket
                        FROM numbers(intDiv({to:UInt64}, 128) - intDiv({from:UInt64}, 128) + 1)
                    ) AS buckets
                    WHERE (account, bucket) NOT IN (SELECT account, toUInt64(bucket) FROM made)
                )
                AND slot IN
                (
                    SELECT slot
                    FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
                    WHERE is_readable
                )
            ORDER BY account, slot, block_index, version DESC
            LIMIT 1 BY account, slot, block_index
        )
        GROUP BY account, slot
        HAVING writes > 0
    )
SELECT
    lower(hex(account)), toString(sum(writes)), toString(sum(conflicts)), toString(sum(failures)),
    toString(sum(unknowns)), toString(sum(units)), sum(share_sum), max(share_max)
FROM
(
    SELECT
        account, toUInt64(write_count) AS writes, toUInt64(conflict_count) AS conflicts,
        toUInt64(failed_count) AS failures, toUInt64(unknown_count) AS unknowns, compute_units AS units,
        nullIf(arrayLast(limit -> limit.1 <= toUInt64(bucket) * 128, {limits:Array(Tuple(UInt64, UInt64))}).2, 0) AS most,
        units / most AS share_sum, max_slot_compute_units / most AS share_max
    FROM made
    UNION ALL
    SELECT
        account, writes, conflicts, failures, unknowns, units, CAST(NULL, 'Nullable(UInt64)') AS most,
        share AS share_sum, share AS share_max
    FROM by_slot
)
GROUP BY account
