INSERT INTO account_slots (account, slot, lock_count, write_count, failed_count, compute_units, first_poh_tick,
    last_poh_tick, version)
SELECT account, slot, count(), countIf(is_write), countIf(is_failed), sumIf(ifNull(compute_units, 0), is_write),
    slot * 64, slot * 64 + 63, 5
FROM bench_batch
GROUP BY account, slot
