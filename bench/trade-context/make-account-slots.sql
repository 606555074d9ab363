INSERT INTO account_slots (account, slot, lock_count, write_count, failed_count, compute_units, first_poh_tick, last_poh_tick, version)
SELECT l.account, l.slot, count(), countIf(l.is_write), countIf(l.is_failed), sum(if(l.is_write, l.compute_units, 0)),
    min(t.poh_tick), max(t.poh_tick), 5
FROM account_locks AS l
INNER JOIN (SELECT slot, block_index, poh_tick FROM transactions WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1) AS t
    ON t.slot = l.slot AND t.block_index = l.block_index
WHERE l.slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1
GROUP BY l.account, l.slot
