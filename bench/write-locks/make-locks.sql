INSERT INTO account_locks (account, slot, block_index, is_write, is_signer, is_vote, is_failed, compute_units,
    compute_unit_price, signer_prefix, version)
SELECT account, slot, block_index, is_write, is_signer, is_vote, is_failed, compute_units, compute_unit_price,
    signer_prefix, 5
FROM bench_batch
