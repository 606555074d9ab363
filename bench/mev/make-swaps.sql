INSERT INTO swaps (pool, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time, success,
    program_id, dex_name, pool_kind, mint_in, mint_out, mints, pool_in, pool_out, trader_in, trader_out, trader, authority,
    authority_signed, signer, other_signers, source_account, source_owner, source_before, source_after,
    destination_account, destination_owner, destination_before, destination_after, vault_in, vault_out, outer_program,
    fee, priority_fee, compute_unit_price, jito_tip, version)
WITH
    toFixedString(concat(reinterpretAsFixedString(cityHash64(trader, token)), 'made up for a benchmark.'), 32) AS token_account,
    toFixedString(concat(reinterpretAsFixedString(cityHash64(pool, 1)), 'made up for a benchmark.'), 32) AS sol_vault,
    toFixedString(concat(reinterpretAsFixedString(cityHash64(pool, 2)), 'made up for a benchmark.'), 32) AS token_vault
SELECT
    pool, slot, block_index, 2, -1, 0, poh_tick, block_time, success, program_id, dex_name,
    ['constant_product', 'constant_product', 'concentrated'][pool_number % 3 + 1],
    if(success OR luck % 2 = 0, mint_in, NULL), if(success OR luck % 2 = 0, mint_out, NULL),
    if(success, [], [sol_mint, token]),
    if(success, paid, 0), if(success, got, 0), if(success, paid, 0), if(success, got, 0),
    trader, trader, true, trader, [],
    if(is_buy, NULL, token_account), trader, if(is_buy, NULL, paid + luck % 1000), if(is_buy, NULL, luck % 1000),
    if(is_buy, token_account, NULL), trader, if(is_buy, luck % 1000, NULL), if(is_buy, got + luck % 1000, NULL),
    if(success, if(is_buy, sol_vault, token_vault), NULL), if(success, if(is_buy, token_vault, sol_vault), NULL),
    toFixedString(base58Decode('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'), 32),
    5000 + luck % 100000, luck % 100000, luck % 1000000, if(role IN (1, 3), 10000, NULL), 5
FROM bench_flow
