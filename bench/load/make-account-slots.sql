-- What the writer counts of a block as it is written: how often each account is locked in a slot, and at which ticks. Of the ticks see
-- make-transactions.sql of bench/mev.
INSERT INTO account_slots (account, slot, lock_count, write_count, failed_count, compute_units, first_tick,
    tick_span, version)
SELECT
    account, slot, count(), countIf(is_write), countIf(is_failed), sum(ifNull(compute_units, 0)),
    intDiv(min(block_index), 32) AS first, intDiv(max(block_index), 32) - first, 5
FROM account_locks
GROUP BY account, slot
