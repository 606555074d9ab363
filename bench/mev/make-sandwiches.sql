-- A row for each front leg: every stored sandwich here has one front, one victim and one back.
INSERT INTO sandwiches (first_slot, bracket_id, last_slot, block_time, is_final, confidence, reason, confidence_then, reason_then, link, link_address,
    basis, basis_then, attacker, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio,
    gross, net, cost, replay_residual, front_count, back_count, victim_count, attempt_count, victim_loss, revision,
    is_deleted, digest, is_aimed, intent, listed_victims, harmed_count, cause, alternatives)
WITH multiIf(is_suspected, NULL, first_slot = last_slot, 'same_slot', last_slot - first_slot <= 4, 'short_span', 'known_bot') AS why
SELECT
    first_slot, bracket_id, last_slot,
    toDateTime(1700000000 + intDiv(last_slot * 2, 5)), true, if(is_suspected, 'suspected', 'exact'),
    if(is_suspected, 'round_trip', NULL), if(is_suspected, 'suspected', 'exact'), if(is_suspected, 'round_trip', NULL),
    'same_signer', base58Encode(trader), why, why, trader, [trader], NULL, pool, pool,
    program_id, dex_name,
    sol_mint, token, 1, intDiv(sol, 100), intDiv(sol, 100) - 30000, 30000, 0.0001, 1, 1, 1, 0, intDiv(tokens, 200), 2, 0, luck, NOT is_suspected,
    if(is_suspected, 'unknown', 'likely'), 1, 1, 'detection',
    [
        ('unknown', if(is_suspected, 'suspected', 'exact'), if(is_suspected, 'round_trip', NULL), why, if(is_suspected, 'unknown', 'likely')),
        ('scalper', 'suspected', 'scalping', NULL, 'unknown'),
        ('known_bot', if(is_suspected, 'loose', 'exact'), NULL, if(is_suspected, 'known_bot', why), 'likely')
    ]
FROM bench_flow
WHERE role = 1
