-- The values of some accounts, computed from their locks alone. Percentiles by sorting all prices.
SELECT
    lower(hex(account)), toString(writes), toString(units), toString(failures), toString(signers),
    arrayMap(percent -> toString(prices[intDiv(length(prices) * percent + 99, 100)]), [50, 75, 90, 95])
FROM
(
    SELECT
        account, count() AS writes, sum(compute_units) AS units, countIf(is_failed) AS failures,
        uniqExact(signer_prefix) AS signers, arraySort(groupArray(ifNull(compute_unit_price, 0))) AS prices
    FROM account_locks
    WHERE account IN (SELECT toFixedString(unhex(arrayJoin({accounts:Array(String)})), 32))
        AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND is_write
    GROUP BY account
)
