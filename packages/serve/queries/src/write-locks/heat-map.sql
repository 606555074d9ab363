-- The number of locks of some accounts in equal runs of slots. Buckets with a current row of the account in
-- account_heat are read from there, all others from the counts made when the blocks were written. Keys:
-- `account_heat` (account, bucket), one row per bucket; `account_slots` (account, slot), as in hot-totals.
-- 20 accounts at most.
WITH
    asked AS
    (
        SELECT toFixedString(unhex(substring({accounts:String}, number * 64 + 1, 64)), 32) AS account
        FROM numbers(intDiv(length({accounts:String}), 64))
    ),
    made AS
    (
        SELECT account, bucket, slot_offsets, slot_lock_counts, slot_write_counts
        -- Not LIMIT BY, which copies all arrays of a row: it took as long as the rest.
        FROM account_heat FINAL
        WHERE account IN (SELECT account FROM asked)
            AND bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
            AND (bucket, digest) IN (SELECT pair.1, pair.2 FROM (SELECT arrayJoin({current:Array(Tuple(UInt32, UInt64))}) AS pair))
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
    ) AS missing
SELECT
    lower(hex(account)), intDiv(slot - {from:UInt64}, {slots_per_point:UInt64}) AS point,
    toUInt32(sum(lock_count)), toUInt32(sum(write_count))
FROM
(
    SELECT account, toUInt64(bucket) * 128 + at AS slot, lock_count, write_count
    FROM made
    ARRAY JOIN slot_offsets AS at, slot_lock_counts AS lock_count, slot_write_counts AS write_count
    UNION ALL
    SELECT account, slot, lock_count, write_count
    FROM
    (
        SELECT account, slot, lock_count, write_count
        FROM account_slots
        WHERE account IN (SELECT account FROM asked)
            AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            AND (
                slot < toUInt64({from_bucket:UInt32}) * 128
                OR slot >= (toUInt64({to_bucket:UInt32}) + 1) * 128
                OR account IN (SELECT pair.1 FROM (SELECT arrayJoin(missing) AS pair))
            )
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
)
GROUP BY account, point
ORDER BY account, point
