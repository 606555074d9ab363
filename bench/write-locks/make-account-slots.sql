-- As the writer counts them, from the locks of a run of slots, in their order.
INSERT INTO account_slots (account, slot, lock_count, write_count, failed_count, compute_units, first_tick,
    tick_span, version)
SELECT account, slot, count(), countIf(is_write), countIf(is_failed), sumIf(ifNull(compute_units, 0), is_write),
    0, 63, 5
FROM account_locks
WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1
GROUP BY account, slot
