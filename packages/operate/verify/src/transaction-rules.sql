-- Transactions whose position differs from the one their entries imply. One row per rule and slot, with the number of
-- violations and the first one. Keys (slot, block_index) and (slot, entry_index): reads only the range. Transactions of
-- a block without entries must have no entry position. Blocks with expired entries are not checked.
WITH
    s AS
    (
        SELECT slot, toString(content) AS content, inserted_at < (SELECT kept_since FROM kept_since WHERE name = 'locks') + INTERVAL 1 DAY AS is_old
        FROM slots FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    ),
    t AS
    (
        SELECT slot, block_index, entry_index, tx_index, poh_tick
        FROM transactions FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    ),
    positions AS
    (
        SELECT slot, entry_index, poh_tick, tx_index, before + tx_index AS block_index
        FROM
        (
            SELECT
                slot, entry_index, poh_tick, transaction_count,
                sum(transaction_count) OVER (PARTITION BY slot ORDER BY entry_index ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
                    - transaction_count AS before
            FROM entries FINAL
            WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        )
        ARRAY JOIN range(least(transaction_count, 1000000)) AS tx_index
    ),
    broken AS
    (
        SELECT 'place' AS rule, t.slot AS slot, t.block_index AS block_index,
            concat(
                'entry ', ifNull(toString(t.entry_index), '?'), ', index ', ifNull(toString(t.tx_index), '?'),
                ', tick ', ifNull(toString(t.poh_tick), '?'),
                if(is_placed,
                    concat('; by the entries ', toString(p.entry_index), ', ', toString(p.tx_index), ', ', toString(p.poh_tick)),
                    '; no entry has it')) AS detail
        FROM t
        INNER JOIN s ON s.slot = t.slot
        LEFT JOIN (SELECT *, true AS is_placed FROM positions) AS p ON p.slot = t.slot AND p.block_index = t.block_index
        WHERE if(s.content = 'full',
            NOT is_placed AND NOT is_old
                OR is_placed AND ifNull((t.entry_index, t.tx_index, t.poh_tick) != (p.entry_index, p.tx_index, p.poh_tick), true),
            t.entry_index IS NOT NULL OR t.tx_index IS NOT NULL OR t.poh_tick IS NOT NULL)
        UNION ALL
        -- Two different rows with the same key, before a merge hides one of them.
        SELECT 'transaction_copies', slot, block_index, concat(toString(count()), ' copies with other signatures')
        FROM transactions
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        GROUP BY slot, block_index
        HAVING uniqExact(signature, other_signatures) > 1
    )
SELECT rule, slot, count(), min(block_index), argMin(detail, block_index)
FROM broken
GROUP BY rule, slot
ORDER BY slot, rule
LIMIT 1000
