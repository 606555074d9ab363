-- A row for each front leg: every stored sandwich here has one front, one victim and one back.
INSERT INTO sandwiches (first_slot, bracket_id, last_slot, block_time, is_final, confidence, reason, link, link_address,
    basis, attacker, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio,
    gross, net, cost, replay_residual, front_count, back_count, victim_count, attempt_count, victim_loss, revision,
    is_deleted, digest, is_aimed, if_unknown, if_known_bot, if_scalper)
WITH
    [
        toFixedString(base58Decode('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), 32),
        toFixedString(base58Decode('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'), 32),
        toFixedString(base58Decode('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'), 32)
    ] AS programs,
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS sol_mint,
    multiIf(is_suspected, NULL, first_slot = last_slot, 'same_slot', last_slot - first_slot <= 4, 'short_span', 'known_bot') AS why
SELECT
    first_slot, concat(first_slot, '.', first_index, '.2.-1.0'), last_slot,
    toDateTime(1700000000 + intDiv(last_slot * 2, 5)), true, if(is_suspected, 'suspected', 'exact'),
    if(is_suspected, 'round_trip', NULL), 'same_signer', base58Encode(trader), why, trader, [trader], NULL, pool, pool,
    programs[pool_number % 3 + 1],
    ['Raydium AMM v4', 'PumpSwap', 'Orca Whirlpool'][pool_number % 3 + 1],
    sol_mint, token, 1, intDiv(sol, 100), intDiv(sol, 100) - 30000, 30000, 0.0001, 1, 1, 1, 0, intDiv(tokens, 200), 2, 0, luck, NOT is_suspected,
    if(is_suspected, 'suspected round_trip - unknown', concat('exact - ', ifNull(why, '-'), ' likely')),
    if(is_suspected, 'loose - known_bot likely', concat('exact - ', ifNull(why, '-'), ' likely')), 'suspected scalping - unknown'
FROM bench_flow
WHERE role = 1
