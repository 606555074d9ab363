-- Sandwiches {first:UInt64} and the following of {all:UInt64}, evenly over {blocks:UInt64} blocks: by 3,000 wallets, of which the
-- first have many and a third each are bots, scalpers and neither, and a tenth by wallets that do it once. The record decides each.
INSERT INTO sandwiches (first_slot, bracket_id, last_slot, block_time, is_final, confidence, reason, link, link_address,
    basis, attacker, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio,
    gain_mint, gross, net, cost, front_count, back_count, victim_count, harmed_count, attempt_count, victim_loss, revision,
    is_deleted, digest, is_aimed, if_unknown, if_known_bot, if_scalper)
WITH
    [
        toFixedString(base58Decode('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), 32),
        toFixedString(base58Decode('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'), 32),
        toFixedString(base58Decode('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'), 32)
    ] AS programs,
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint,
    {first:UInt64} + number AS at, intDiv(at * {blocks:UInt64}, {all:UInt64}) AS block, cityHash64(at) AS luck,
    intDiv(luck, 1000000) % 1000000 / 1e6 AS share, luck % 10 = 0 AS is_once,
    if(is_once, 1000000 + at, toUInt64(3000 * share * share * share)) AS wallet,
    toFixedString(concat(reinterpretAsFixedString(cityHash64('wallet', wallet)), 'made up for a benchmark.'), 32) AS trader,
    if(wallet % 5 = 0, toFixedString(concat(reinterpretAsFixedString(cityHash64('program', wallet % 40)), 'made up for a benchmark.'), 32), NULL) AS program,
    toUInt64(20000 * pow(cityHash64(luck) % 1000000 / 1e6, 2)) AS pool_number,
    toFixedString(concat(reinterpretAsFixedString(cityHash64('pool', pool_number)), 'made up for a benchmark.'), 32) AS own_pool,
    toFixedString(concat(reinterpretAsFixedString(cityHash64('mint', pool_number)), 'made up for a benchmark.'), 32) AS token,
    {base_slot:UInt64} + block + intDiv(block, 19) AS slot, slot + [0, 0, 0, 0, 1, 2][luck % 6 + 1] AS slot_of_back,
    luck % 4 = 3 AS is_suspected, 10000000 + luck % 1000000000 AS won,
    cityHash64(luck, 'aim') % 100 < [90, 10, 50][wallet % 3 + 1] AS aims,
    if(slot = slot_of_back, 'same_slot', 'short_span') AS why
SELECT
    slot, concat(slot, '.', 10 + at % 200 * 4, '.2.-1.0'), slot_of_back, toDateTime({first_time:UInt32} + intDiv(slot_of_back * 2, 5)), true,
    if(is_suspected, 'suspected', 'exact'), if(is_suspected, 'round_trip', NULL), 'same_signer', base58Encode(trader),
    if(is_suspected, NULL, why), trader, [trader], program, own_pool, own_pool, programs[pool_number % 3 + 1],
    ['Raydium AMM v4', 'PumpSwap', 'Orca Whirlpool'][pool_number % 3 + 1], sol_mint, token, 1, sol_mint, won, won - 3000000, 3000000, 1, 1, 1, 1, 0, won * 2, 2, 0,
    luck, aims, if(is_suspected, 'suspected round_trip - unknown', concat('exact - ', why, ' likely')),
    concat('exact - ', why, ' proven'), 'suspected scalping - unknown'
FROM numbers({count:UInt64})
