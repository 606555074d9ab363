-- Only of the days that are kept of them.
INSERT INTO transactions (slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, tx_version,
    is_vote, success, fee, priority_fee, compute_unit_price, compute_units, accounts_read_count, accounts_written_count,
    markets, version)
WITH
    [
        toFixedString(base58Decode('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), 32),
        toFixedString(base58Decode('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'), 32),
        toFixedString(base58Decode('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'), 32)
    ] AS programs,
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint
SELECT
    slot, block_index, intDiv(block_index, 16), block_index % 16, slot * 64 + intDiv(block_index, 32),
    toDateTime(1700000000 + intDiv(slot * 2, 5)),
    toFixedString(concat(sipHash128(slot, block_index), sipHash128(slot, block_index, 1), sipHash128(slot, block_index, 2), sipHash128(slot, block_index, 3)), 64),
    trader, 0, false, success, 5000 + luck % 100000, luck % 100000, luck % 1000000, 50000 + luck % 100000, 9, 7,
    [(
        pool,
        programs[pool_number % 3 + 1],
        if(is_buy, [sol_mint, token], [token, sol_mint])
    )], 5
FROM bench_flow
WHERE slot >= {transactions_from:UInt64}
