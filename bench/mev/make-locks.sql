-- Of each swap the locks that the operations read: of its pool and of its signer.
INSERT INTO account_locks (account, slot, block_index, is_write, is_signer, is_vote, is_failed, compute_units,
    compute_unit_price, signer_prefix, version)
SELECT
    lock.1, slot, block_index, true, lock.2, false, NOT success, 50000 + luck % 100000, luck % 1000000,
    reinterpretAsUInt64(substring(trader, 1, 8)), 5
FROM (SELECT *, arrayJoin([(pool, false), (trader, true)]) AS lock FROM bench_flow WHERE slot >= {locks_from:UInt64})
