-- The order book of a fill. Null in rows that were stored before this migration: those are makers' quotes.
ALTER TABLE fills
    ADD COLUMN IF NOT EXISTS market Nullable(FixedString(32))
        COMMENT 'the order book, of an order that filled as it was placed: no tokens moved; null: a maker''s quote'
        CODEC(ZSTD) AFTER taker_signed;

ALTER TABLE fills
    COMMENT COLUMN maker 'owner of the accounts, or of the order, that the taker traded with',
    COMMENT COLUMN source_account 'the taker''s account that paid; null: native SOL, or on an order book';

CREATE OR REPLACE VIEW fills_text AS
SELECT
    base58Encode(taker) AS taker, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time,
    base58Encode(signature) AS signature, base58Encode(program_id) AS program_id, dex_name, taker_signed,
    if(market IS NULL, NULL, base58Encode(assumeNotNull(market))) AS market,
    base58Encode(maker) AS maker, base58Encode(mint_in) AS mint_in, base58Encode(mint_out) AS mint_out, maker_in,
    maker_out, taker_in, taker_out,
    if(source_account IS NULL, NULL, base58Encode(assumeNotNull(source_account))) AS source_account,
    if(source_owner IS NULL, NULL, base58Encode(assumeNotNull(source_owner))) AS source_owner,
    if(destination_account IS NULL, NULL, base58Encode(assumeNotNull(destination_account))) AS destination_account,
    if(destination_owner IS NULL, NULL, base58Encode(assumeNotNull(destination_owner))) AS destination_owner,
    source_before, source_after, destination_before, destination_after,
    base58Encode(outer_program) AS outer_program, base58Encode(signer) AS signer,
    arrayMap(s -> base58Encode(s), other_signers) AS other_signers, fee, priority_fee, compute_unit_price, jito_tip
FROM fills FINAL;
