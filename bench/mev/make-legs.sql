INSERT INTO sandwich_legs (slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot,
    last_slot, confidence, is_final, pool, dex_name, trader, signer, signature, poh_tick, block_time, mint_in, mint_out,
    trader_in, trader_out, loss_amount, loss_method, revision, is_deleted)
WITH toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint
SELECT
    slot, block_index, 2, -1, 0, role, concat(first_slot, '.', first_index, '.2.-1.0'), first_slot, last_slot,
    if(is_suspected, 'suspected', 'exact'), true, pool,
    ['Raydium AMM v4', 'PumpSwap', 'Orca Whirlpool'][pool_number % 3 + 1], trader, trader,
    toFixedString(concat(sipHash128(slot, block_index), sipHash128(slot, block_index, 1), sipHash128(slot, block_index, 2), sipHash128(slot, block_index, 3)), 64),
    slot * 64 + intDiv(block_index, 32), toDateTime(1700000000 + intDiv(slot * 2, 5)), if(is_buy, sol_mint, token),
    if(is_buy, token, sol_mint), if(role = 4, 0, if(is_buy, sol, tokens)), if(role = 4, 0, if(is_buy, tokens, sol)),
    if(role = 2, intDiv(tokens, 200), NULL), if(role = 2, 'replay', NULL), 2, 0
FROM bench_flow
WHERE role != 0
