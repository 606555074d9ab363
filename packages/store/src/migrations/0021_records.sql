-- The token of the gain, which is token b where an entity sold first and bought back (docs/detection.md, rule 2), and what
-- a sandwich adds to the record of its actor (rule 11). Rows that were stored before this migration count as not aimed.
ALTER TABLE sandwiches
    ADD COLUMN IF NOT EXISTS gain_mint FixedString(32) DEFAULT mint_in
        COMMENT 'token of gross and net' AFTER quantity_ratio,
    ADD COLUMN IF NOT EXISTS is_passing Bool DEFAULT basis IS NOT NULL
        COMMENT 'counts with every possible victim: its legs are no victims of others' AFTER transactions_after,
    ADD COLUMN IF NOT EXISTS is_aimed Bool
        COMMENT 'half of a limit was used, or the victim is unusually large' AFTER is_passing;

ALTER TABLE sandwich_feed
    ADD COLUMN IF NOT EXISTS gain_mint FixedString(32) DEFAULT mint_in AFTER transactions_after;

ALTER TABLE sandwich_feed_source MODIFY QUERY
SELECT
    first_slot, bracket_id, revision, is_deleted, last_slot, block_time, is_final, confidence, reason, link, link_address,
    basis, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gross,
    net, cost, victim_count, attempt_count, victim_loss, intent, evidence, swaps_before, swaps_after, transactions_before,
    transactions_after, gain_mint, detected_at
FROM sandwiches;

CREATE OR REPLACE VIEW sandwiches_text AS
SELECT
    bracket_id, first_slot, last_slot, block_time, is_final, confidence, confidence != 'suspected' AS is_counted, reason,
    link, link_address, basis, base58Encode(attacker) AS attacker, arrayMap(a -> base58Encode(a), attackers) AS attackers,
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))) AS private_program,
    base58Encode(pool) AS pool, base58Encode(back_pool) AS back_pool, base58Encode(program_id) AS program_id, dex_name,
    base58Encode(mint_in) AS mint_in, base58Encode(mint_out) AS mint_out, quantity_ratio,
    base58Encode(gain_mint) AS gain_mint, gross, net, cost, intent,
    evidence, swaps_before, swaps_after, transactions_before, transactions_after, is_passing, is_aimed, replay_residual, front_count,
    back_count, victim_count, attempt_count, victim_loss, revision, detected_at
FROM sandwiches FINAL;
