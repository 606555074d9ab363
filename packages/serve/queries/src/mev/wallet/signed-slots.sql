-- The slots in which a wallet signed or traded, with how many transactions it signed there. Keys: `account_slots` by
-- (account, slot); `swaps_by_trader` by (trader, slot); one granule per part for a quiet wallet.
SELECT slot, sum(transactions), max(trades)
FROM
(
    SELECT slot, max(signed_count) AS transactions, false AS trades
    FROM account_slots
    PREWHERE account = toFixedString(unhex({wallet:String}), 32)
        AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    WHERE signed_count > 0
    GROUP BY slot
    UNION ALL
    SELECT DISTINCT slot, 0, true
    FROM swaps_by_trader
    PREWHERE trader = toFixedString(unhex({wallet:String}), 32)
        AND slot BETWEEN {from:UInt64} AND {to:UInt64}
)
GROUP BY slot
LIMIT {limit:UInt32}
