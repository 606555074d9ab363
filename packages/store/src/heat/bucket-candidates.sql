-- The accounts of a bucket's slots under whose write locks most compute units were used, in their order, and in a last
-- row without an account the most that any other one can have used that is in a list: what its lists say, and of each
-- list that left it out no more than that one's cut. Third, in every row, what one that is in no list can have used.
-- Key of `slot_heat`: a row a slot. Only for slots that have no list (written before there were any, or older than a
-- day) the granules of account_slots that hold them are read, which is much of a partition.
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
    if(place <= {most:UInt32}, lower(hex(account)), '') AS kept, toString(max(if(kept = '', upper, total))),
    if(cuts.2 > 0, toString(cuts.1), NULL)
FROM
(
    SELECT
        account, sum(units) AS total, toUInt64(total + cuts.1 - sum(cut)) AS upper,
        row_number() OVER (ORDER BY total DESC, sum(writes) DESC, account) AS place
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
ORDER BY kept = '', min(place)
