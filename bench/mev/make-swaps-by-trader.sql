INSERT INTO swaps_by_trader (trader, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time,
    signature, success, pool, program_id, dex_name, mint_in, mint_out, trader_in, trader_out, version)
SELECT
    trader, slot, block_index, 2, -1, 0, poh_tick, block_time, signature, success, pool, program_id, dex_name,
    if(success OR luck % 2 = 0, mint_in, NULL), if(success OR luck % 2 = 0, mint_out, NULL),
    if(success, paid, 0), if(success, got, 0), 5
FROM bench_flow
