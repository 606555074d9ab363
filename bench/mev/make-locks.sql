-- Of each swap the locks that the operations read: of its pool and of its signer.
SELECT
    lock.1 AS account, slot, block_index, true AS is_write, lock.2 AS is_signer, false AS is_vote, NOT success AS is_failed,
    toUInt32(50000 + luck % 100000) AS compute_units, luck % 1000000 AS compute_unit_price,
    reinterpretAsUInt64(substring(trader, 1, 8)) AS signer_prefix, 5 AS version,
    -- Ticks as in make-transactions.sql.
    intDiv(min(block_index) OVER in_slot, 32) AS first_tick, intDiv(max(block_index) OVER in_slot, 32) - first_tick AS tick_span
FROM (SELECT *, arrayJoin([(pool, false), (trader, true)]) AS lock FROM bench_flow WHERE slot >= {locks_from:UInt64})
WINDOW in_slot AS (PARTITION BY lock.1, slot)
