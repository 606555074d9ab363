-- The number of transactions that a wallet signed in stored slots, and the slots that it traded in whose block
-- is stored whole. Keys: `account_slots` by (account, slot); `swaps_by_trader` by (trader, slot); `slots` by
-- the range, because a busy wallet has slots in every granule. `slots` is read once for both results, narrow
-- columns only. Locks are kept for 4 days. The hash table of the join holds the wallet's few slots, not the many of the range. Two
-- hashes for a slot: two blocks, a conflict about to be cleared.
SELECT sumIf(signed, has_transactions), groupArrayIf(slot, is_traded AND has_transactions AND is_one_block)
FROM
(
    SELECT
        slot, any(asked.signed) AS signed, any(asked.is_traded) AS is_traded,
        max(content) != 'entries_only' AS has_transactions, min(blockhash) = max(blockhash) AS is_one_block
    FROM
    (
        SELECT slot, content, blockhash
        FROM slots
        WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
    ) AS stored
    INNER JOIN
    (
        SELECT slot, sum(transactions) AS signed, max(trades) AS is_traded
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
    ) AS asked USING slot
    GROUP BY slot
)
