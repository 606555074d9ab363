-- The candidates for the accounts with the most compute units under write locks in a range. Buckets with
-- current rows are read from account_heat, all other slots from the blocks' own lists. These keep only the top
-- accounts, so a sum is a lower bound of what an account used. The last row has no account: it is an upper
-- bound for any other account that is in some bucket or list, counting the cut of those that left it out. The
-- third column, in every row, bounds an account that is in none of them. The last column is the upper bound of
-- the row's own account.
-- Keys: `account_heat` by partition, 500 narrow rows per bucket (1,125 buckets in 12 hours); `slot_heat` by
-- slot, 1,000 accounts per slot, for up to 127 slots at either end and for buckets that are not built yet. For
-- slots without a list see bucket-candidates.sql in packages/core/store.
WITH
    {current:Array(Tuple(UInt32, UInt64, Nullable(UInt64)))} AS current,
    -- An array is computed once; a subquery is computed at each use.
    (
        SELECT groupArray(slot)
        FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
        WHERE is_readable
            AND toUInt32(intDiv(slot, 128)) NOT IN (SELECT each.1 FROM (SELECT arrayJoin(current) AS each))
    ) AS raw_slots,
    made AS (SELECT each.1 AS bucket, each.2 AS digest, each.3 AS cut FROM (SELECT arrayJoin(current) AS each)),
    listed AS
    (
        SELECT slot, accounts, compute_units, write_counts, cut_compute_units
        FROM slot_heat FINAL
        WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND slot IN (SELECT arrayJoin(raw_slots))
    ),
    (
        SELECT (sum(ifNull(cut, 0)), count(cut))
        FROM (SELECT cut FROM made UNION ALL SELECT toUInt64(cut_compute_units) AS cut FROM listed)
    ) AS cuts
SELECT
    if(ordinal <= {most:UInt32}, lower(hex(account)), '') AS kept, toString(max(if(kept = '', upper, total))),
    if(cuts.2 > 0, toString(cuts.1), NULL), toString(max(upper))
FROM
(
    SELECT
        account, sum(units) AS total, toUInt64(total + cuts.1 - sum(cut)) AS upper,
        row_number() OVER (ORDER BY total DESC, sum(writes) DESC, account) AS ordinal
    FROM
    (
        SELECT h.account AS account, h.compute_units AS units, toUInt64(h.write_count) AS writes, ifNull(m.cut, 0) AS cut
        FROM
        (
            SELECT account, bucket, digest, compute_units, write_count
            FROM account_heat FINAL
            WHERE bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
        ) AS h
        INNER JOIN made AS m ON m.bucket = h.bucket AND m.digest = h.digest
        UNION ALL
        SELECT
            account, toUInt64(units) AS units, toUInt64(writes) AS writes,
            ifNull(toUInt64(cut_compute_units), 0) AS cut
        FROM listed
        ARRAY JOIN accounts AS account, compute_units AS units, write_counts AS writes
        UNION ALL
        SELECT account, ifNull(compute_units, 0) AS units, toUInt64(write_count) AS writes, toUInt64(0) AS cut
        FROM account_slots FINAL
        WHERE write_count > 0
            AND slot IN
            (
                SELECT slot
                FROM (SELECT arrayJoin(raw_slots) AS slot)
                WHERE slot NOT IN (SELECT slot FROM listed)
            )
    )
    GROUP BY account
)
GROUP BY kept
ORDER BY kept = '', min(ordinal)
