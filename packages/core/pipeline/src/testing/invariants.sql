-- Invariants of every stored slot, from any file: one row per slot that violates a rule. Reads the
-- surviving rows (FINAL); meant for tables of a few hundred slots.
WITH
    s AS (SELECT * FROM slots FINAL),
    t AS (SELECT * FROM transactions FINAL),
    e AS (SELECT * FROM entries FINAL),
    l AS (SELECT * FROM account_locks),
    -- The position of every transaction, computed from the entries alone.
    positions AS
    (
        SELECT slot, entry_index, poh_tick, tx_index, start_index + tx_index AS block_index
        FROM e ARRAY JOIN range(transaction_count) AS tx_index
    ),
    -- Ticks up to and including each entry, ticks after it, transactions before it.
    counted AS
    (
        SELECT
            slot, entry_index, poh_tick, start_index, is_tick, transaction_count,
            sum(is_tick) OVER (PARTITION BY slot ORDER BY entry_index) AS ticks_so_far,
            sum(is_tick) OVER (PARTITION BY slot) - ticks_so_far AS ticks_after,
            sum(transaction_count) OVER (PARTITION BY slot ORDER BY entry_index) - transaction_count AS before
        FROM e
    )
SELECT 'two blocks in one slot' AS rule, slot FROM s GROUP BY slot HAVING count() > 1
UNION ALL
SELECT 'transactions', s.slot FROM s LEFT JOIN
    (SELECT slot, count() AS n, max(block_index) AS last, countIf(is_vote) AS votes, countIf(success = false) AS failures FROM t GROUP BY slot) AS c
    ON c.slot = s.slot
WHERE n != if(content = 'entries_only', 0, transaction_count) OR (n > 0 AND last + 1 != n)
    OR ifNull(vote_count != votes, false) OR ifNull(failed_count != failures, false)
    OR (vote_count IS NULL) != (content = 'entries_only')
UNION ALL
SELECT 'entries', s.slot FROM s LEFT JOIN
    (
        SELECT slot, count() AS n, max(entry_index) AS last, sum(transaction_count) AS txs, sum(num_hashes) AS hashes,
            countIf(is_tick) AS ticks, countIf(is_tick != (transaction_count = 0)) AS odd,
            argMax(hash, entry_index) AS last_hash
        FROM e GROUP BY slot
    ) AS c ON c.slot = s.slot
WHERE if(content = 'no_entries', n != 0 OR entry_count IS NOT NULL,
    n = 0 OR ifNull(entry_count, 0) != n OR last + 1 != n OR txs != transaction_count OR ifNull(num_hashes, 0) != hashes
    OR ifNull(tick_count, 0) != ticks OR odd > 0 OR last_hash != blockhash)
UNION ALL
SELECT 'tick of an entry, counted backward', slot FROM counted WHERE poh_tick != (slot + 1) * 64 - ticks_after
UNION ALL
SELECT 'tick of an entry, counted forward', counted.slot FROM counted INNER JOIN s ON s.slot = counted.slot
WHERE s.model = 'ticked' AND poh_tick != ifNull(s.parent_slot + 1, 0) * 64 + ticks_so_far
UNION ALL
SELECT 'first transaction of an entry', slot FROM counted WHERE start_index != before
UNION ALL
SELECT 'position of a transaction', t.slot FROM t LEFT JOIN (SELECT *, true AS is_placed FROM positions) AS p
    ON p.slot = t.slot AND p.block_index = t.block_index
LEFT JOIN s ON s.slot = t.slot
WHERE if(s.content = 'full',
    NOT is_placed OR ifNull(t.entry_index != p.entry_index OR t.tx_index != p.tx_index OR t.poh_tick != p.poh_tick, true),
    t.entry_index IS NOT NULL OR t.tx_index IS NOT NULL OR t.poh_tick IS NOT NULL)
UNION ALL
SELECT 'counts of locks', t.slot FROM t LEFT JOIN
    (SELECT slot, block_index, countIf(is_write) AS writes, countIf(NOT is_write) AS reads FROM l GROUP BY slot, block_index) AS c
    ON c.slot = t.slot AND c.block_index = t.block_index
WHERE ifNull(accounts_written_count != writes OR accounts_read_count != reads, false) OR writes + reads = 0
UNION ALL
SELECT 'facts of a lock', l.slot FROM l LEFT JOIN t ON t.slot = l.slot AND t.block_index = l.block_index
WHERE l.is_vote != t.is_vote OR (l.is_failed IS NULL) != (t.success IS NULL) OR ifNull(l.is_failed = t.success, false)
    OR (l.is_write AND (ifNull(l.compute_units, 0) != ifNull(t.compute_units, 0)
        OR l.signer_prefix != reinterpretAsUInt64(substring(t.signer, 1, 8))))
UNION ALL
SELECT 'account_slots', if(want.slot = 0, have.slot, want.slot) FROM
    (
        SELECT l.account AS account, l.slot AS slot, count() AS locks, countIf(l.is_write) AS writes,
            if(countIf(l.is_failed IS NULL) > 0, NULL, countIf(l.is_failed)) AS failures,
            if(countIf(l.is_write AND l.compute_units IS NULL) > 0, NULL, sumIf(ifNull(l.compute_units, 0), l.is_write)) AS units,
            min(t.poh_tick) AS first_tick, max(t.poh_tick) AS last_tick
        FROM l LEFT JOIN t ON t.slot = l.slot AND t.block_index = l.block_index
        GROUP BY account, slot
    ) AS want
    FULL JOIN (SELECT *, first_poh_tick, last_poh_tick FROM account_slots FINAL) AS have ON have.slot = want.slot AND have.account = want.account
WHERE (lock_count, write_count) != (locks, writes) OR failed_count IS DISTINCT FROM failures
    OR have.compute_units IS DISTINCT FROM units OR first_poh_tick IS DISTINCT FROM first_tick
    OR last_poh_tick IS DISTINCT FROM last_tick
UNION ALL
SELECT 'signatures', slot FROM
    (
        SELECT reinterpretAsUInt64(substring(signature, 1, 8)) AS prefix, slot, block_index, 1 AS side FROM t
        UNION ALL
        SELECT signature_prefix, slot, block_index, 2 FROM signatures FINAL
    )
GROUP BY prefix, slot, block_index HAVING sum(side) != 3
UNION ALL
SELECT 'rows of no slot', slot FROM
    (
        SELECT slot FROM t UNION ALL SELECT slot FROM e UNION ALL SELECT slot FROM l
        UNION ALL SELECT slot FROM account_slots FINAL UNION ALL SELECT slot FROM signatures FINAL
    )
WHERE slot NOT IN (SELECT slot FROM s)
GROUP BY slot
