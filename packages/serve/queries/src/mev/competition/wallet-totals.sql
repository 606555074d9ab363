-- The number of transactions in which each of two wallets traded, how many of the first one's succeeded, and
-- the number of pools that both traded in. Keys: `swaps_by_trader` by (trader, slot); `slots` by their slots outside
-- `whole_from` to `whole_to`, in which only those of `left_out` have no block.
WITH
    toFixedString(unhex({a:String}), 32) AS wallet_a,
    toFixedString(unhex({b:String}), 32) AS wallet_b
SELECT
    uniqExactIf((slot, block_index), trader = wallet_a),
    uniqExactIf((slot, block_index), trader = wallet_a AND success),
    uniqExactIf((slot, block_index), trader = wallet_b),
    length(arrayIntersect(groupUniqArrayIf(pool, trader = wallet_a), groupUniqArrayIf(pool, trader = wallet_b)))
FROM swaps_by_trader
WHERE trader IN (wallet_a, wallet_b) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    AND ((slot BETWEEN {whole_from:UInt64} AND {whole_to:UInt64} AND slot NOT IN {left_out:Array(UInt64)}) OR slot IN
    (
        SELECT slot FROM slots
        WHERE content != 'entries_only'
            AND slot IN
            (
                SELECT slot FROM swaps_by_trader
                WHERE trader IN (wallet_a, wallet_b) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                    AND slot NOT BETWEEN {whole_from:UInt64} AND {whole_to:UInt64}
            )
    ))
