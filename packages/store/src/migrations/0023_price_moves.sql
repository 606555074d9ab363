-- Where a swap moved its pool's price, as the program's own event states it (Orca Whirlpool, Raydium CLMM and its copies,
-- Meteora DAMM v2 and DLMM), and which part of the amounts did not move it. From this, losses in these pools are replayed
-- (docs/detection.md, Rule 5). All null in rows that were stored before this migration: redetection gives them the losses
-- that follow from the amounts alone. Roots and liquidity are floating point: 53 bits say more than whole amounts do.
ALTER TABLE swaps
    ADD COLUMN IF NOT EXISTS curve_falls Bool
        COMMENT 'the swap pays the pool''s first token, so that its price falls; false without curve_after'
        AFTER inferred,
    ADD COLUMN IF NOT EXISTS curve_before Nullable(Float64)
        COMMENT 'root of the price of the first token in the second, in smallest units; in pools of bins the bin; null: not stated'
        CODEC(ZSTD) AFTER curve_falls,
    ADD COLUMN IF NOT EXISTS curve_after Nullable(Float64)
        COMMENT 'the same after the swap; null: no event, or stored before migration 23'
        CODEC(ZSTD) AFTER curve_before,
    ADD COLUMN IF NOT EXISTS curve_liquidity Nullable(Float64)
        COMMENT 'liquidity at the price after the swap; null: not stated' CODEC(ZSTD) AFTER curve_after,
    ADD COLUMN IF NOT EXISTS curve_fee_in Nullable(UInt64)
        COMMENT 'part of pool_in that did not move the price; null: not stated' CODEC(ZSTD) AFTER curve_liquidity,
    ADD COLUMN IF NOT EXISTS curve_fee_out Nullable(UInt64)
        COMMENT 'what the pool kept of its output, beside pool_out; null: not stated' CODEC(ZSTD) AFTER curve_fee_in;

CREATE OR REPLACE VIEW swaps_text AS
SELECT
    base58Encode(pool) AS pool, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time,
    base58Encode(signature) AS signature, success, base58Encode(program_id) AS program_id, dex_name, pool_kind,
    if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))) AS mint_in,
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))) AS mint_out,
    arrayMap(m -> base58Encode(m), mints) AS mints,
    pool_in, pool_out, trader_in, trader_out, base58Encode(trader) AS trader, base58Encode(authority) AS authority,
    authority_signed, base58Encode(signer) AS signer, arrayMap(s -> base58Encode(s), other_signers) AS other_signers,
    if(source_account IS NULL, NULL, base58Encode(assumeNotNull(source_account))) AS source_account,
    if(destination_account IS NULL, NULL, base58Encode(assumeNotNull(destination_account))) AS destination_account,
    source_before, source_after, destination_before, destination_after,
    base58Encode(outer_program) AS outer_program, fee, priority_fee, compute_unit_price, jito_tip, least_out, most_in,
    if(route_program IS NULL, NULL, base58Encode(assumeNotNull(route_program))) AS route_program, route_inner_index,
    if(route_mint IS NULL, NULL, base58Encode(assumeNotNull(route_mint))) AS route_mint, route_least_out,
    route_most_in, route_quoted, inferred, curve_falls, curve_before, curve_after, curve_liquidity, curve_fee_in,
    curve_fee_out
FROM swaps FINAL;
