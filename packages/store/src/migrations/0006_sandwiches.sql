-- One row per sandwich (docs/detection.md; columns keep the old name `bracket`). Written when its backrun is stored,
-- again when it changes (the highest revision wins), and a last time when it is final. A sandwich that is retracted
-- leaves a row with is_deleted = 1.
CREATE TABLE IF NOT EXISTS sandwiches
(
    first_slot      UInt64 COMMENT 'of the first front leg' CODEC(Delta, ZSTD),
    bracket_id      String COMMENT 'position of the first front leg: slot.block_index.outer.inner.part',
    last_slot       UInt64 COMMENT 'of the last back leg' CODEC(Delta, ZSTD),
    block_time      Nullable(DateTime('UTC')) COMMENT 'of the last back leg',
    is_final        Bool COMMENT '20 slots have passed: it changes no more unless a slot is repaired',
    confidence      Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3) COMMENT 'exact and loose are counted',
    reason          LowCardinality(Nullable(String)) COMMENT 'why it is no more than suspected',
    link            LowCardinality(String) COMMENT 'what makes front and back one entity',
    link_address    String COMMENT 'base58: signer, token account or program',
    basis           LowCardinality(Nullable(String)) COMMENT 'same_slot, short_span, known_bot',
    attacker        FixedString(32) COMMENT 'trader of the first front leg',
    attackers       Array(FixedString(32)) COMMENT 'every wallet of the entity',
    private_program Nullable(FixedString(32)) COMMENT 'the outer program of all legs, unless it is a public one',
    pool            FixedString(32),
    back_pool       FixedString(32) COMMENT 'another than pool where reason is cross_pool',
    program_id      LowCardinality(FixedString(32)),
    dex_name        LowCardinality(String),
    mint_in         FixedString(32) COMMENT 'token a: what the front paid with; the money is in its smallest unit',
    mint_out        FixedString(32) COMMENT 'token b; victims lose of it',
    quantity_ratio  Float64 COMMENT 'sold by the backs / bought by the fronts',
    gross           Int128 COMMENT 'of token a, on the matched share',
    net             Nullable(Int128) COMMENT 'after fees and tips; null: not in token a',
    cost            Nullable(UInt64) COMMENT 'lamports: fees and tips of the legs',
    replay_residual Nullable(Float64) COMMENT 'relative error of the solved reserves on a third swap',
    front_count     UInt32,
    back_count      UInt32,
    victim_count    UInt32,
    attempt_count   UInt32,
    victim_loss     Nullable(Int128) COMMENT 'of token b, all victims that lost; null: of none known',
    revision        UInt32,
    is_deleted      UInt8,
    digest          UInt64 COMMENT 'of all of it but revision: an equal one is not written again',
    detected_at     DateTime64(3, 'UTC') DEFAULT now64(3),
    inserted_at     DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX by_attacker attackers TYPE bloom_filter GRANULARITY 1,
    INDEX by_pool pool TYPE bloom_filter GRANULARITY 1,
    INDEX last_slots last_slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(first_slot, 1048576)
ORDER BY (first_slot, bracket_id)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS index_granularity = 512;

-- One row per leg, victim and failed attempt of a sandwich, keyed by the position of its transaction.
CREATE TABLE IF NOT EXISTS sandwich_legs
(
    slot        UInt64 CODEC(Delta, ZSTD),
    block_index UInt32 CODEC(ZSTD),
    outer_index UInt16 CODEC(ZSTD),
    inner_index Int16 CODEC(ZSTD),
    part_index  UInt8 CODEC(ZSTD),
    role        Enum8('front' = 1, 'victim' = 2, 'back' = 3, 'front_attempt' = 4, 'back_attempt' = 5),
    bracket_id  String,
    first_slot  UInt64 COMMENT 'of the bracket: its key in sandwiches' CODEC(Delta, ZSTD),
    last_slot   UInt64 CODEC(Delta, ZSTD),
    confidence  Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3),
    is_final    Bool,
    pool        FixedString(32),
    dex_name    LowCardinality(String),
    trader      FixedString(32),
    signer      FixedString(32) COMMENT 'pays the fee',
    signature   FixedString(64),
    poh_tick    Nullable(UInt64) COMMENT 'null: entries not known',
    block_time  Nullable(DateTime('UTC')),
    mint_in     Nullable(FixedString(32)),
    mint_out    Nullable(FixedString(32)),
    trader_in   UInt64,
    trader_out  UInt64,
    loss_amount Nullable(Int128) COMMENT 'of a victim: what it would have got more of mint_out; below 0 it gained',
    loss_method LowCardinality(Nullable(String)) COMMENT 'replay, front_rate',
    revision    UInt32,
    is_deleted  UInt8,
    inserted_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (slot, block_index, outer_index, inner_index, part_index, bracket_id, role)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS index_granularity = 512;

-- The sandwiches of a wallet, as attacker or victim.
CREATE TABLE IF NOT EXISTS sandwich_legs_by_trader
(
    trader      FixedString(32),
    slot        UInt64 CODEC(Delta, ZSTD),
    block_index UInt32 CODEC(ZSTD),
    outer_index UInt16 CODEC(ZSTD),
    inner_index Int16 CODEC(ZSTD),
    part_index  UInt8 CODEC(ZSTD),
    role        Enum8('front' = 1, 'victim' = 2, 'back' = 3, 'front_attempt' = 4, 'back_attempt' = 5),
    bracket_id  String,
    first_slot  UInt64 CODEC(Delta, ZSTD),
    last_slot   UInt64 CODEC(Delta, ZSTD),
    confidence  Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3),
    revision    UInt32,
    is_deleted  UInt8,
    inserted_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (trader, slot, block_index, outer_index, inner_index, part_index, bracket_id, role)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS index_granularity = 512;

-- How far detection has run: over all blocks up to the slot that were inserted before updated_at (minus a minute, for
-- writers that were still running).
CREATE TABLE IF NOT EXISTS detection_progress
(
    name       LowCardinality(String) COMMENT 'always brackets',
    slot       UInt64,
    updated_at DateTime('UTC') DEFAULT now()
)
ENGINE = {{engine: ReplacingMergeTree(updated_at)}}
ORDER BY name;
