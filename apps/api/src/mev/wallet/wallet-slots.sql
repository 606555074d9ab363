-- How many transactions a wallet signed in the slots that are stored, and in which of the slots it traded in a block is
-- stored whole. Keys: `account_locks` by (account, slot), `swaps_by_trader` by (trader, slot); `slots` by the range, for a
-- busy wallet's slots lie in every granule: once for both questions, and narrow. Locks live 4 days, so that the slots of all
-- days asked are fewer than the locks of a granule for each part. The join remembers the few slots of the wallet, not the
-- many of the range. Two hashes for a slot: two blocks, a conflict about to be cleared.
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
            SELECT slot, uniqExact(block_index) AS transactions, false AS trades
            FROM account_locks
            PREWHERE account = toFixedString(unhex({wallet:String}), 32)
                AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            WHERE is_signer
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
