-- The counts of the same slots. The ticks are those of make-transactions.sql, computed again: a join would cost more than
-- all the rest.
INSERT INTO account_slots (account, slot, lock_count, write_count, failed_count, compute_units, first_tick, tick_span, version)
WITH (SELECT max(block_index) + 1 FROM transactions WHERE slot = {seed:UInt64}) AS size
SELECT account, slot, count(), countIf(is_write), countIf(is_failed), sum(if(is_write, compute_units, 0)),
    intDiv(min(block_index) * 64, size * {copies:UInt8}) AS first, intDiv(max(block_index) * 64, size * {copies:UInt8}) - first, 5
FROM account_locks
WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1
GROUP BY account, slot
