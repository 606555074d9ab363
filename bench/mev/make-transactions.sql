-- Only of the days that are kept of them.
INSERT INTO transactions (slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, tx_version,
    is_vote, success, fee, priority_fee, compute_unit_price, compute_units, accounts_read_count, accounts_written_count,
    markets, version)
SELECT
    slot, block_index, intDiv(block_index, 16), block_index % 16, poh_tick, block_time, signature,
    trader, 0, false, success, 5000 + luck % 100000, luck % 100000, luck % 1000000, 50000 + luck % 100000, 9, 7,
    [(pool, program_id, [mint_in, mint_out])], 5
FROM bench_flow
WHERE slot >= {transactions_from:UInt64}
