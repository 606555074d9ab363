-- The least compute-unit price (micro-lamports) that a successful transaction without a vote paid, by slot: of those that
-- write-lock some accounts, the greatest of the accounts' least prices; where none of the accounts was written, of the whole block.
-- A transaction that sets no price counts as 0, as in a node's PrioritizationFeeCache. Slots without such a transaction have no
-- row. Keys: `transactions` by slot, narrow columns of up to 150 blocks: versions of a block say the same or do not say
-- whether a transaction succeeded, so the best one is not chosen; `account_slots` (account, slot), at most 128
-- accounts.
SELECT b.slot, greatest(b.least, a.least)
FROM
(
    SELECT slot, min(ifNull(compute_unit_price, 0)) AS least
    FROM transactions
    WHERE slot IN {slots:Array(UInt64)} AND NOT is_vote AND ifNull(success, false)
    GROUP BY slot
) AS b
LEFT JOIN
(
    SELECT slot, max(price) AS least
    FROM
    (
        SELECT
            slot,
            arrayFilter(
                (p, f) -> bitAnd(f, 28) = 0,
                writes.price,
                arrayFilter(f -> bitTest(f, 0), locks.flags)) AS paid,
            arrayMin(paid) AS price
        FROM account_slots FINAL
        WHERE account IN (SELECT toFixedString(unhex(arrayJoin({accounts:Array(String)})), 32))
            AND slot IN {slots:Array(UInt64)}
            AND write_count > 0
    )
    WHERE notEmpty(paid)
    GROUP BY slot
) AS a ON a.slot = b.slot
ORDER BY b.slot
