-- Intent and its evidence (docs/detection.md, rule 10). Rows that were stored before this migration say 'unknown', an
-- empty list and nulls.
ALTER TABLE sandwiches
    ADD COLUMN IF NOT EXISTS intent LowCardinality(String) DEFAULT 'unknown'
        COMMENT 'proven, likely, unknown' AFTER replay_residual,
    ADD COLUMN IF NOT EXISTS evidence Array(LowCardinality(String))
        COMMENT 'limit_used, limit_hardly_used (against), contiguous_with_tip, next_to_victim, one_leader, linked_wallets, private_program, known_bot'
        AFTER intent,
    ADD COLUMN IF NOT EXISTS swaps_before Nullable(UInt32)
        COMMENT 'swaps of the pool between front and first victim' AFTER evidence,
    ADD COLUMN IF NOT EXISTS swaps_after Nullable(UInt32)
        COMMENT 'swaps of the pool between last victim and back' AFTER swaps_before,
    ADD COLUMN IF NOT EXISTS transactions_before Nullable(UInt32)
        COMMENT 'transactions between front and first victim; null: in different blocks' AFTER swaps_after,
    ADD COLUMN IF NOT EXISTS transactions_after Nullable(UInt32)
        COMMENT 'transactions between last victim and back; null: in different blocks' AFTER transactions_before;

ALTER TABLE sandwich_feed
    ADD COLUMN IF NOT EXISTS intent LowCardinality(String) DEFAULT 'unknown' AFTER victim_loss,
    ADD COLUMN IF NOT EXISTS evidence Array(LowCardinality(String)) AFTER intent,
    ADD COLUMN IF NOT EXISTS swaps_before Nullable(UInt32) AFTER evidence,
    ADD COLUMN IF NOT EXISTS swaps_after Nullable(UInt32) AFTER swaps_before,
    ADD COLUMN IF NOT EXISTS transactions_before Nullable(UInt32) AFTER swaps_after,
    ADD COLUMN IF NOT EXISTS transactions_after Nullable(UInt32) AFTER transactions_before;

ALTER TABLE sandwich_feed_source MODIFY QUERY
SELECT
    first_slot, bracket_id, revision, is_deleted, last_slot, block_time, is_final, confidence, reason, link, link_address,
    basis, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gross,
    net, cost, victim_count, attempt_count, victim_loss, intent, evidence, swaps_before, swaps_after, transactions_before,
    transactions_after, detected_at
FROM sandwiches;

CREATE OR REPLACE VIEW sandwiches_text AS
SELECT
    bracket_id, first_slot, last_slot, block_time, is_final, confidence, confidence != 'suspected' AS is_counted, reason,
    link, link_address, basis, base58Encode(attacker) AS attacker, arrayMap(a -> base58Encode(a), attackers) AS attackers,
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))) AS private_program,
    base58Encode(pool) AS pool, base58Encode(back_pool) AS back_pool, base58Encode(program_id) AS program_id, dex_name,
    base58Encode(mint_in) AS mint_in, base58Encode(mint_out) AS mint_out, quantity_ratio, gross, net, cost, intent,
    evidence, swaps_before, swaps_after, transactions_before, transactions_after, replay_residual, front_count,
    back_count, victim_count, attempt_count, victim_loss, revision, detected_at
FROM sandwiches FINAL;
