-- For some accounts, the compute units in those slots in which one of the writers has none: the sums over the
-- other writers. They are added to the totals of hot-totals, and come from the buckets without a row that it
-- reads by slot. Keys: `account_heat` (account, bucket); `account_slots` (account, slot).
WITH
    asked AS
    (
        SELECT toFixedString(unhex(substring({accounts:String}, number * 64 + 1, 64)), 32) AS account
        FROM numbers(intDiv(length({accounts:String}), 64))
    ),
    made AS
    (
        SELECT account, bucket
        FROM account_heat
        WHERE account IN (SELECT account FROM asked)
            AND bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
            AND (bucket, digest) IN (SELECT pair.1, pair.2 FROM (SELECT arrayJoin({current:Array(Tuple(UInt32, UInt64))}) AS pair))
    )
SELECT lower(hex(account)), toString(sum(unknowns)), toString(sum(units)), sum(share), max(share)
FROM
(
    SELECT
        account, slot, arrayCount(f -> bitTest(f, 5), locks.flags) AS unknowns,
        arraySum(u -> toUInt64(u), writes.compute_units) AS units,
        units / nullIf(arrayLast(limit -> limit.1 <= slot, {limits:Array(Tuple(UInt64, UInt64))}).2, 0) AS share
    FROM
    (
        SELECT account, slot, write_count, compute_units, locks.flags, writes.compute_units
        FROM account_slots FINAL
        WHERE account IN (SELECT account FROM asked)
            AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            AND slot IN
            (
                SELECT slot
                FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
                WHERE is_readable
            )
    )
    WHERE write_count > 0 AND compute_units IS NULL
        AND (account, toUInt32(intDiv(slot, 128))) NOT IN (SELECT account, bucket FROM made)
)
GROUP BY account
