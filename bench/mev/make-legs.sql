INSERT INTO sandwich_legs (slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot,
    last_slot, is_final, pool, dex_name, trader, signer, signature, poh_tick, block_time, mint_in, mint_out,
    trader_in, trader_out, loss_amount, loss_method, revision, is_deleted)
SELECT
    slot, block_index, 2, -1, 0, role, bracket_id, first_slot, last_slot, true, pool, dex_name, trader, trader, signature,
    poh_tick, block_time, mint_in, mint_out, if(role = 4, 0, paid), if(role = 4, 0, got),
    if(role = 2, intDiv(tokens, 200), NULL), if(role = 2, 'replay', NULL), 2, 0
FROM bench_flow
WHERE role != 0
