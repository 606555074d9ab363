-- The most write-locked accounts of a bucket, by compute units, best first. Column 2 is the account's total. The last
-- row has an empty account: its column 2 is the upper bound for any account that is in some list but not returned. The
-- bound is what the lists say, plus the cut of each list without the account. Column 3, the same in every row, is the
-- upper bound for an account that is in no list. Key of `slot_heat`: one row per slot. Slots without a list (written
-- before lists existed, or older than a day) are read from the granules of account_slots that hold them, which is a
-- large part of a partition.
WITH
    readable AS
    (
        SELECT slot, transaction_count
        FROM stored_slots(from_slot = {from_slot:UInt64}, to_slot = {to_slot:UInt64})
        WHERE is_readable
    ),
    listed AS
    (
        SELECT slot, accounts, compute_units, write_counts, cut_compute_units
        FROM slot_heat FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND slot IN (SELECT slot FROM readable)
    ),
    (SELECT (sum(ifNull(toUInt64(cut_compute_units), 0)), count(cut_compute_units)) FROM listed) AS cuts
SELECT
    if(ordinal <= {most:UInt32}, lower(hex(account)), '') AS kept, toString(max(if(kept = '', upper, total))),
    if(cuts.2 > 0, toString(cuts.1), NULL)
FROM
(
    SELECT
        account, sum(units) AS total, toUInt64(total + cuts.1 - sum(cut)) AS upper,
        row_number() OVER (ORDER BY total DESC, sum(writes) DESC, account) AS ordinal
    FROM
    (
        SELECT
            account, toUInt64(units) AS units, toUInt64(writes) AS writes,
            ifNull(toUInt64(cut_compute_units), 0) AS cut
        FROM listed
        ARRAY JOIN accounts AS account, compute_units AS units, write_counts AS writes
        UNION ALL
        SELECT account, ifNull(compute_units, 0) AS units, toUInt64(write_count) AS writes, toUInt64(0) AS cut
        FROM account_slots FINAL
        WHERE write_count > 0
            AND slot IN (SELECT slot FROM readable WHERE transaction_count > 0 AND slot NOT IN (SELECT slot FROM listed))
    )
    GROUP BY account
)
GROUP BY kept
ORDER BY kept = '', min(ordinal)
