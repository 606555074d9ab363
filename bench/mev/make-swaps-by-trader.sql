INSERT INTO swaps_by_trader (trader, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time,
    signature, success, pool, program_id, dex_name, mint_in, mint_out, trader_in, trader_out, version)
WITH
    [
        toFixedString(base58Decode('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), 32),
        toFixedString(base58Decode('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'), 32),
        toFixedString(base58Decode('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'), 32)
    ] AS programs,
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint
SELECT
    trader, slot, block_index, 2, -1, 0, slot * 64 + intDiv(block_index, 32), toDateTime(1700000000 + intDiv(slot * 2, 5)),
    toFixedString(concat(sipHash128(slot, block_index), sipHash128(slot, block_index, 1), sipHash128(slot, block_index, 2), sipHash128(slot, block_index, 3)), 64),
    success, pool,
    programs[pool_number % 3 + 1],
    ['Raydium AMM v4', 'PumpSwap', 'Orca Whirlpool'][pool_number % 3 + 1],
    if(success OR luck % 2 = 0, if(is_buy, sol_mint, token), NULL), if(success OR luck % 2 = 0, if(is_buy, token, sol_mint), NULL),
    if(success, if(is_buy, sol, tokens), 0), if(success, if(is_buy, tokens, sol), 0), 5
FROM bench_flow
