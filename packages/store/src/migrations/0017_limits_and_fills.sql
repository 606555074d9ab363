-- What a swap's instructions allowed at worst, and whether the swap was inferred. All null (false) in rows that were stored
-- before this migration. The aggregator's call contains the swap, so its outer instruction is the swap's `outer_index`.
ALTER TABLE swaps
    ADD COLUMN IF NOT EXISTS least_out Nullable(UInt64)
        COMMENT 'limit of the pool''s instruction, of mint_out: less fails; 0 and 1 limit nothing; null: not of this kind, none, or stored before migration 17'
        CODEC(ZSTD) AFTER jito_tip,
    ADD COLUMN IF NOT EXISTS most_in Nullable(UInt64)
        COMMENT 'limit of the pool''s instruction, of mint_in: more fails; null as for least_out'
        CODEC(ZSTD) AFTER least_out,
    ADD COLUMN IF NOT EXISTS route_program LowCardinality(Nullable(FixedString(32)))
        COMMENT 'the outermost aggregator around the swap, if its instruction has a limit'
        AFTER most_in,
    ADD COLUMN IF NOT EXISTS route_inner_index Nullable(Int16)
        COMMENT 'the aggregator''s instruction among the inner ones of outer_index; -1: the outer one itself; null: no route_program'
        CODEC(ZSTD) AFTER route_program,
    ADD COLUMN IF NOT EXISTS route_mint Nullable(FixedString(32))
        COMMENT 'mint of the limit of the whole route; null: the transaction does not show it'
        CODEC(ZSTD) AFTER route_inner_index,
    ADD COLUMN IF NOT EXISTS route_least_out Nullable(UInt64)
        COMMENT 'limit of the whole route, of what it pays out' CODEC(ZSTD) AFTER route_mint,
    ADD COLUMN IF NOT EXISTS route_most_in Nullable(UInt64)
        COMMENT 'limit of the whole route, of what it takes in' CODEC(ZSTD) AFTER route_least_out,
    ADD COLUMN IF NOT EXISTS route_quoted Nullable(UInt64)
        COMMENT 'what the route promised before slippage: out with route_least_out, in with route_most_in; null: not stated'
        CODEC(ZSTD) AFTER route_most_in,
    ADD COLUMN IF NOT EXISTS inferred Bool
        COMMENT 'no layout describes the instruction; found by what moved'
        AFTER route_quoted;

-- One row per trade with a market maker's own accounts, at a price that the maker quoted: there is no pool. Ordered by
-- taker, to answer "what did this wallet trade".
CREATE TABLE IF NOT EXISTS fills
(
    taker               FixedString(32) CODEC(ZSTD),
    slot                UInt64 CODEC(Delta, ZSTD),
    block_index         UInt32 CODEC(ZSTD),
    outer_index         UInt16 CODEC(ZSTD),
    inner_index         Int16 CODEC(ZSTD),
    part_index          UInt8 CODEC(ZSTD),
    poh_tick            Nullable(UInt64) COMMENT 'null: entries not known' CODEC(Delta, ZSTD),
    block_time          Nullable(DateTime('UTC')) CODEC(ZSTD),
    signature           FixedString(64) CODEC(NONE),
    program_id          LowCardinality(FixedString(32)),
    dex_name            LowCardinality(String),
    taker_signed        Bool,
    maker               FixedString(32) COMMENT 'owner of the accounts that the taker traded with' CODEC(ZSTD),
    mint_in             FixedString(32) COMMENT 'what the taker paid with' CODEC(ZSTD),
    mint_out            FixedString(32) CODEC(ZSTD),
    maker_in            UInt64 COMMENT 'what the maker gained of mint_in' CODEC(ZSTD),
    maker_out           UInt64 COMMENT 'what the maker lost of mint_out' CODEC(ZSTD),
    taker_in            UInt64 COMMENT 'what the taker paid, all fees included' CODEC(ZSTD),
    taker_out           UInt64 COMMENT 'what the taker got, after all fees' CODEC(ZSTD),
    source_account      Nullable(FixedString(32)) COMMENT 'the taker''s account that paid; null: native SOL' CODEC(ZSTD),
    source_owner        Nullable(FixedString(32)) CODEC(ZSTD),
    source_before       Nullable(UInt64) COMMENT 'balance before and after the whole transaction' CODEC(ZSTD),
    source_after        Nullable(UInt64) CODEC(ZSTD),
    destination_account Nullable(FixedString(32)) CODEC(ZSTD),
    destination_owner   Nullable(FixedString(32)) CODEC(ZSTD),
    destination_before  Nullable(UInt64) CODEC(ZSTD),
    destination_after   Nullable(UInt64) CODEC(ZSTD),
    outer_program       LowCardinality(FixedString(32)) COMMENT 'equal to program_id where it was called directly',
    signer              FixedString(32) COMMENT 'pays the fee' CODEC(ZSTD),
    other_signers       Array(FixedString(32)) CODEC(ZSTD),
    fee                 UInt64 COMMENT 'lamports, of the transaction' CODEC(ZSTD),
    priority_fee        Nullable(UInt64) COMMENT 'lamports beyond 5,000 a signature' CODEC(ZSTD),
    compute_unit_price  Nullable(UInt64) COMMENT 'micro-lamports; null: not set' CODEC(ZSTD),
    jito_tip            Nullable(UInt64) COMMENT 'lamports' CODEC(ZSTD),
    version             UInt8,
    inserted_at         DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (taker, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 2048;

-- One row per payment of earlier fees back to a wallet.
CREATE TABLE IF NOT EXISTS rebates
(
    wallet      FixedString(32) CODEC(ZSTD),
    slot        UInt64 CODEC(Delta, ZSTD),
    block_index UInt32 CODEC(ZSTD),
    outer_index UInt16 CODEC(ZSTD),
    inner_index Int16 CODEC(ZSTD),
    part_index  UInt8 CODEC(ZSTD),
    block_time  Nullable(DateTime('UTC')) CODEC(ZSTD),
    signature   FixedString(64) CODEC(NONE),
    program_id  LowCardinality(FixedString(32)) COMMENT 'who paid it',
    dex_name    LowCardinality(String),
    mint        FixedString(32) CODEC(ZSTD),
    amount      UInt64 CODEC(ZSTD),
    version     UInt8,
    inserted_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (wallet, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 2048;

-- One row per call that no layout describes and in which one mint was exchanged for another. New programs, and new
-- instructions of known ones, appear here first. Those that are inferred are in `swaps` too, at the same position.
CREATE TABLE IF NOT EXISTS unknown_frames
(
    program_id  LowCardinality(FixedString(32)),
    slot        UInt64 CODEC(Delta, ZSTD),
    block_index UInt32 CODEC(ZSTD),
    outer_index UInt16 CODEC(ZSTD),
    inner_index Int16 CODEC(ZSTD),
    part_index  UInt8 CODEC(ZSTD),
    block_time  Nullable(DateTime('UTC')) CODEC(ZSTD),
    signature   FixedString(64) CODEC(NONE),
    first_byte  Nullable(UInt8) COMMENT 'of the instruction''s data; null: it has none' CODEC(ZSTD),
    is_inferred Bool COMMENT 'false: which side traded is unknown, both sides signed, or more than two mints moved',
    version     UInt8,
    inserted_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (program_id, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 2048;

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
    route_most_in, route_quoted, inferred
FROM swaps FINAL;

CREATE OR REPLACE VIEW fills_text AS
SELECT
    base58Encode(taker) AS taker, slot, block_index, outer_index, inner_index, part_index, poh_tick, block_time,
    base58Encode(signature) AS signature, base58Encode(program_id) AS program_id, dex_name, taker_signed,
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

CREATE OR REPLACE VIEW rebates_text AS
SELECT
    base58Encode(wallet) AS wallet, slot, block_index, outer_index, inner_index, part_index, block_time,
    base58Encode(signature) AS signature, base58Encode(program_id) AS program_id, dex_name,
    base58Encode(mint) AS mint, amount
FROM rebates FINAL;

-- The programs that exchange mints without a known layout, by the first byte of their instructions, most frequent first.
-- `transactions` is an estimate beyond some 65,000; the sample is the newest transaction.
CREATE OR REPLACE VIEW unknown_swaps AS
SELECT
    base58Encode(f.program_id) AS program_id, f.first_byte AS first_byte, count() AS frames,
    countIf(f.is_inferred) AS inferred_frames, uniq(f.slot, f.block_index) AS transactions,
    min(f.slot) AS first_slot, max(f.slot) AS last_slot, max(f.block_time) AS last_block_time,
    base58Encode(argMax(f.signature, (f.slot, f.block_index))) AS sample_signature
FROM unknown_frames AS f FINAL
GROUP BY f.program_id, f.first_byte
ORDER BY frames DESC, f.program_id, f.first_byte;

-- SELECT * FROM pool_swaps(pool = '…', from_slot = …, to_slot = …): what happened in a pool, in order.
CREATE OR REPLACE VIEW pool_swaps AS
SELECT
    slot, block_index, outer_index, inner_index, poh_tick, block_time, base58Encode(signature) AS signature, success,
    dex_name, base58Encode(trader) AS trader,
    if(mint_in IS NULL, NULL, base58Encode(assumeNotNull(mint_in))) AS mint_in,
    if(mint_out IS NULL, NULL, base58Encode(assumeNotNull(mint_out))) AS mint_out, trader_in, trader_out, pool_in,
    pool_out, base58Encode(outer_program) AS outer_program, inferred
FROM swaps FINAL
WHERE pool = toFixedString(base58Decode({pool:String}), 32) AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot, block_index, outer_index, inner_index, part_index;
