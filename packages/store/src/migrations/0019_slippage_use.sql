-- How much of a victim's own limit the attacker used. Null in rows that were stored before this migration.
ALTER TABLE sandwich_legs
    ADD COLUMN IF NOT EXISTS slippage_use Nullable(Float64)
        COMMENT 'of a victim: what the attacker took of the room between its fill without the attacker and its limit, 0 to 1; null: no limit, or that fill is not known'
        AFTER loss_method,
    ADD COLUMN IF NOT EXISTS limit_age LowCardinality(Nullable(String))
        COMMENT 'whether the limit was made before the front ran: before, unclear, after; null where slippage_use is'
        AFTER slippage_use;

ALTER TABLE sandwich_feed_legs
    ADD COLUMN IF NOT EXISTS slippage_use Nullable(Float64) AFTER loss_method,
    ADD COLUMN IF NOT EXISTS limit_age LowCardinality(Nullable(String)) AFTER slippage_use;

ALTER TABLE sandwich_feed_legs_source MODIFY QUERY
SELECT
    first_slot, bracket_id, revision, slot, block_index, outer_index, inner_index, part_index, role, is_deleted, pool,
    trader, signer, signature, poh_tick, trader_in, trader_out, loss_amount, loss_method, slippage_use, limit_age
FROM sandwich_legs;

CREATE OR REPLACE VIEW sandwich_legs_text AS
SELECT
    slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot, last_slot, confidence,
    is_final, base58Encode(pool) AS pool, dex_name, base58Encode(trader) AS trader, base58Encode(signer) AS signer,
    base58Encode(signature) AS signature, poh_tick, block_time,
    if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))) AS mint_in,
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))) AS mint_out,
    trader_in, trader_out, loss_amount, loss_method, slippage_use, limit_age
FROM sandwich_legs FINAL;
