-- For some accounts in a range: the number of fee payers that write-locked them, the number of failed
-- transactions, and percentiles of the compute-unit prices. Buckets with a current row of the account are read
-- from account_heat. All others are read from the locks of the `uncovered` accounts, best versions only: hot-totals
-- found that the other accounts have no write lock there. Keys: `account_heat` (account, bucket), one row per
-- bucket; `account_slots` (account, slot), with (account, intDiv(slot, 128)) looked up in the key.
-- A price that is not set counts as 0. Percentiles use the nearest rank. quantileExact takes the value at
-- floor(level * count), so the levels are reduced by a tiny amount, which gives the nearest rank also where
-- level * count is an integer. It keeps every price as often as it was paid, 8 bytes each: half the time of a
-- version that keeps counts, but more memory, so only a few accounts are queried at a time.
WITH
    asked AS
    (
        SELECT toFixedString(unhex(substring({accounts:String}, number * 64 + 1, 64)), 32) AS account
        FROM numbers(intDiv(length({accounts:String}), 64))
    ),
    uncovered AS
    (
        SELECT toFixedString(unhex(substring({uncovered:String}, number * 64 + 1, 64)), 32) AS account
        FROM numbers(intDiv(length({uncovered:String}), 64))
    ),
    made AS
    (
        SELECT account, bucket, failed_count, signers, prices, price_counts
        -- Not LIMIT BY, which copies all arrays of a row: it took as long as the rest.
        FROM account_heat FINAL
        WHERE account IN (SELECT account FROM asked)
            AND bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
            AND (bucket, digest) IN (SELECT pair.1, pair.2 FROM (SELECT arrayJoin({current:Array(Tuple(UInt32, UInt64))}) AS pair))
    ),
    locked AS
    (
        SELECT account, locks.flags AS flags, writes.price AS prices, writes.signer_prefix AS signers
        FROM
        (
            SELECT account, write_count, locks.flags, writes.price, writes.signer_prefix
            FROM account_slots FINAL
            WHERE account IN (SELECT account FROM asked)
                AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                AND (
                    slot < toUInt64({from_bucket:UInt32}) * 128
                    OR slot >= (toUInt64({to_bucket:UInt32}) + 1) * 128
                    OR (account, intDiv(slot, 128)) IN
                    (
                        SELECT account, bucket
                        FROM uncovered
                        CROSS JOIN
                        (
                            SELECT {from_bucket:UInt32} + number AS bucket
                            FROM numbers({to_bucket:UInt32} + 1 - {from_bucket:UInt32})
                        ) AS buckets
                        WHERE (account, bucket) NOT IN (SELECT account, toUInt64(bucket) FROM made)
                    )
                )
                AND slot IN
                (
                    SELECT slot
                    FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
                    WHERE is_readable
                )
        )
        WHERE write_count > 0
    )
SELECT
    lower(hex(account)), toString(uniqExactArray(payers)), toString(sum(failures)),
    arrayMap(price -> toString(price), quantilesExactArray(0.4999999999, 0.7499999999, 0.8999999999, 0.9499999999)(paid))
FROM
(
    SELECT
        account, signers AS payers, toUInt64(failed_count) AS failures,
        arrayFlatten(arrayMap((price, times) -> arrayWithConstant(times, price), prices, price_counts)) AS paid
    FROM made
    UNION ALL
    SELECT
        account, signers AS payers, toUInt64(arrayCount(f -> bitAnd(f, 9) = 9, flags)) AS failures, prices AS paid
    FROM locked
)
GROUP BY account
