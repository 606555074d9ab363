-- Every revision of every sandwich, in the order in which the revisions became visible, for the live feed. `sandwiches`
-- keeps only the newest revision, and `detected_at` gives no order: a row with an earlier time may become visible later.
--
-- The order is (_block_number, _block_offset). A plain MergeTree table gives an insert its block number under the same
-- lock under which the insert becomes visible: a reader that has seen a number never sees a lower one later. The two
-- settings keep numbers and offsets through merges. A replicated table assigns the numbers before the commit, so its numbers do not give this order.
CREATE TABLE IF NOT EXISTS sandwich_feed
(
    arrived_at      DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when its insert began, seconds at most before it is seen' CODEC(Delta, ZSTD),
    first_slot      UInt64 CODEC(Delta, ZSTD),
    bracket_id      String CODEC(ZSTD),
    revision        UInt32,
    is_deleted      UInt8 COMMENT '1: retracted; the rest is what the revision before said',
    last_slot       UInt64 CODEC(Delta, ZSTD),
    block_time      Nullable(DateTime('UTC')),
    is_final        Bool,
    confidence      Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3),
    reason          LowCardinality(Nullable(String)),
    link            LowCardinality(String),
    link_address    String,
    basis           LowCardinality(Nullable(String)),
    attackers       Array(FixedString(32)),
    private_program Nullable(FixedString(32)),
    pool            FixedString(32),
    back_pool       FixedString(32),
    program_id      LowCardinality(FixedString(32)),
    dex_name        LowCardinality(String),
    mint_in         FixedString(32),
    mint_out        FixedString(32),
    quantity_ratio  Float64,
    gross           Int128,
    net             Nullable(Int128),
    cost            Nullable(UInt64),
    victim_count    UInt32,
    attempt_count   UInt32,
    victim_loss     Nullable(Int128),
    detected_at     DateTime64(3, 'UTC')
)
ENGINE = {{engine: MergeTree}}
PARTITION BY toYYYYMMDD(arrived_at)
ORDER BY (arrived_at, bracket_id, revision)
TTL toDateTime(arrived_at) + INTERVAL 2 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwich_feed_source TO sandwich_feed AS
SELECT
    first_slot, bracket_id, revision, is_deleted, last_slot, block_time, is_final, confidence, reason, link, link_address,
    basis, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gross,
    net, cost, victim_count, attempt_count, victim_loss, detected_at
FROM sandwiches;

-- The legs of each revision; `sandwich_legs` keeps only those of the newest. A revision writes all of its legs before its
-- row in `sandwiches`, and a tombstone for each leg that it no longer has. If it is written twice, the last write counts.
CREATE TABLE IF NOT EXISTS sandwich_feed_legs
(
    first_slot  UInt64 CODEC(Delta, ZSTD),
    bracket_id  String CODEC(ZSTD),
    revision    UInt32,
    slot        UInt64 CODEC(Delta, ZSTD),
    block_index UInt32 CODEC(ZSTD),
    outer_index UInt16 CODEC(ZSTD),
    inner_index Int16 CODEC(ZSTD),
    part_index  UInt8 CODEC(ZSTD),
    role        Enum8('front' = 1, 'victim' = 2, 'back' = 3, 'front_attempt' = 4, 'back_attempt' = 5),
    is_deleted  UInt8,
    pool        FixedString(32),
    trader      FixedString(32),
    signer      FixedString(32),
    signature   FixedString(64) CODEC(NONE),
    poh_tick    Nullable(UInt64),
    trader_in   UInt64,
    trader_out  UInt64,
    loss_amount Nullable(Int128),
    loss_method LowCardinality(Nullable(String)),
    inserted_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX by_trader trader TYPE bloom_filter GRANULARITY 1,
    INDEX by_signer signer TYPE bloom_filter GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree}}
PARTITION BY toYYYYMMDD(inserted_at)
ORDER BY (first_slot, bracket_id, revision, slot, block_index, outer_index, inner_index, part_index, role)
TTL inserted_at + INTERVAL 2 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwich_feed_legs_source TO sandwich_feed_legs AS
SELECT
    first_slot, bracket_id, revision, slot, block_index, outer_index, inner_index, part_index, role, is_deleted, pool,
    trader, signer, signature, poh_tick, trader_in, trader_out, loss_amount, loss_method
FROM sandwich_legs;
