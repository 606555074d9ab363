-- Every revision of every sandwich, in the order in which the revisions became visible, for the live feed. `sandwiches`
-- keeps only the newest revision, and `detected_at` gives no order: a row with an earlier time may become visible later.
--
-- The order is (_block_number, _block_offset). A plain MergeTree table gives an insert its block number under the same
-- lock under which the insert becomes visible: a reader that has seen a number never sees a lower one later. The two
-- settings keep numbers and offsets through merges. A replicated table assigns the numbers before the commit, so its numbers do not give this order.
CREATE TABLE IF NOT EXISTS sandwich_feed
(
    arrived_at          DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when its insert began, seconds at most before it is seen' CODEC(Delta, ZSTD),
    first_slot          UInt64 COMMENT 'slot of the first frontrun leg' CODEC(Delta, ZSTD),
    bracket_id          String COMMENT 'id of the sandwich: position of its first frontrun leg' CODEC(ZSTD),
    revision            UInt32 COMMENT 'a higher one replaces a lower one of the same sandwich',
    is_deleted          UInt8 COMMENT '1: retracted; the rest is what the revision before said',
    last_slot           UInt64 COMMENT 'slot of the last backrun leg' CODEC(Delta, ZSTD),
    block_time          Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known',
    is_final            Bool COMMENT 'it no longer changes, unless a slot is repaired',
    confidence          Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3) COMMENT 'when the revision was written: exact and loose count, suspected does not',
    confidence_then     Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3) COMMENT 'by the record before the sandwich alone',
    reason              LowCardinality(Nullable(String)) COMMENT 'why it is only suspected, null: it counts',
    link                LowCardinality(String) COMMENT 'what links frontrun and backrun to one entity',
    link_address        String COMMENT 'signer, token account or program that links, base58',
    basis               LowCardinality(Nullable(String)) COMMENT 'on what matching amounts count as an attack',
    attackers           Array(FixedString(32)) COMMENT 'wallets of the entity, the trader of the first frontrun first',
    private_program     Nullable(FixedString(32)) COMMENT 'outer program of all legs where it is not a public one',
    pool                FixedString(32) COMMENT 'account of the pool',
    back_pool           FixedString(32) COMMENT 'pool of the backrun legs',
    program_id          LowCardinality(FixedString(32)) COMMENT 'program that was called',
    dex_name            LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    mint_in             FixedString(32) COMMENT 'token that the trader paid, null: not known',
    mint_out            FixedString(32) COMMENT 'token that the trader received, null: not known',
    quantity_ratio      Float64 COMMENT 'amount that the backruns sold divided by the amount that the frontruns bought',
    gross               Int128 COMMENT 'gain of the attacker in the smallest unit of gain_mint',
    net                 Nullable(Int128) COMMENT 'gross after fees and tips, null: no side is SOL, or a fee is not known',
    kept                Nullable(Int128) COMMENT 'what the attacker\'s own SOL and token accounts gained of gain_mint over the transactions of its legs and its own tips, whoever else was paid; null: not all of them are stored',
    cost                Nullable(UInt64) COMMENT 'fees and tips of the legs in lamports, null: one is not known',
    listed_victims      UInt32 COMMENT 'victims among the legs',
    attempt_count       UInt32 COMMENT 'failed attempts of the attacker around the victims',
    victim_loss         Nullable(Int128) COMMENT 'what the victims lost together, in the smallest unit of mint_out, null: not computable',
    intent              LowCardinality(String) DEFAULT 'unknown' COMMENT 'whether the attacker meant it: proven, likely, unknown',
    evidence            Array(LowCardinality(String)) COMMENT 'signs for or against intent',
    swaps_before        Nullable(UInt32) COMMENT 'swaps of the pool between the frontrun and the first victim',
    swaps_after         Nullable(UInt32) COMMENT 'swaps of the pool between the last victim and the backrun',
    transactions_before Nullable(UInt32) COMMENT 'transactions between the frontrun and the first victim, null: in different blocks',
    transactions_after  Nullable(UInt32) COMMENT 'transactions between the last victim and the backrun, null: in different blocks',
    gain_mint           FixedString(32) DEFAULT mint_in COMMENT 'token of gross and net',
    cause               Enum8('detection' = 1, 'standing' = 2) COMMENT 'what the revision comes from: detection, or a record that changed',
    confidence_before   Nullable(Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3)) COMMENT 'confidence of the revision before, where the cause is standing',
    intent_then         LowCardinality(String) COMMENT 'intent by the record before the sandwich alone',
    intent_before       LowCardinality(Nullable(String)) COMMENT 'intent of the revision before, where the cause is standing',
    detected_at         DateTime64(3, 'UTC') COMMENT 'when the revision was written'
)
ENGINE = {{engine: MergeTree}}
PARTITION BY toYYYYMMDD(arrived_at)
ORDER BY (arrived_at, bracket_id, revision)
TTL toDateTime(arrived_at) + INTERVAL 2 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 1024,
    enable_block_number_column = 1,
    enable_block_offset_column = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10
COMMENT 'every revision of every sandwich in the order in which it was written: what the live feed reads';

-- The legs of each revision; `sandwich_legs` keeps only those of the newest. A revision writes all of its legs before its
-- row in `sandwiches`, and a tombstone for each leg that it no longer has. If it is written twice, the last write counts.
CREATE TABLE IF NOT EXISTS sandwich_feed_legs
(
    first_slot   UInt64 COMMENT 'slot of the first frontrun leg' CODEC(Delta, ZSTD),
    bracket_id   String COMMENT 'id of the sandwich: position of its first frontrun leg' CODEC(ZSTD),
    revision     UInt32 COMMENT 'a higher one replaces a lower one of the same sandwich',
    slot         UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index  UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index  UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index  Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index   UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    role         Enum8('front' = 1, 'victim' = 2, 'back' = 3, 'front_attempt' = 4, 'back_attempt' = 5) COMMENT 'part in the sandwich',
    is_deleted   UInt8 COMMENT '1: the row takes back an earlier one',
    pool         FixedString(32) COMMENT 'account of the pool',
    trader       FixedString(32) COMMENT 'wallet whose balances the swap changed',
    signer       FixedString(32) COMMENT 'fee payer of the transaction',
    signature    FixedString(64) COMMENT 'first signature of the transaction: its id' CODEC(NONE),
    poh_tick     Nullable(UInt64) COMMENT 'ticks before the transaction, by PoH, null: entries not known',
    trader_in    UInt64 COMMENT 'what the trader paid, in the smallest unit of mint_in',
    trader_out   UInt64 COMMENT 'what the trader received, in the smallest unit of mint_out',
    loss_amount  Nullable(Int128) COMMENT 'of a victim: what it would have got more of mint_out, below 0: it gained',
    loss_method  LowCardinality(Nullable(String)) COMMENT 'how the loss was computed: replay, front_rate',
    loss_side    LowCardinality(Nullable(String)) COMMENT 'whether it received less or paid too much: received, paid',
    slippage_use Nullable(Float64) COMMENT 'share of the room between price and own limit that the attacker used, 0 to 1',
    limit_age    LowCardinality(Nullable(String)) COMMENT 'whether the limit was made before the frontrun',
    inserted_at  DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    INDEX by_trader trader TYPE bloom_filter GRANULARITY 1,
    INDEX by_signer signer TYPE bloom_filter GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree}}
PARTITION BY toYYYYMMDD(inserted_at)
ORDER BY (first_slot, bracket_id, revision, slot, block_index, outer_index, inner_index, part_index, role)
TTL inserted_at + INTERVAL 2 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024, min_parts_to_merge_at_once = 10, merge_selector_base = 10
COMMENT 'legs and victims of the revisions in sandwich_feed';

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwich_feed_source TO sandwich_feed AS
SELECT
    first_slot, bracket_id, revision, is_deleted, last_slot, block_time, is_final, confidence, confidence_then, reason, link, link_address,
    basis, attackers, private_program, pool, back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gross,
    net, kept, cost, listed_victims, attempt_count, victim_loss, intent, evidence, swaps_before, swaps_after, transactions_before,
    transactions_after, gain_mint, cause, confidence_before, intent_before, intent_then, detected_at
FROM sandwiches;

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwich_feed_legs_source TO sandwich_feed_legs AS
SELECT
    first_slot, bracket_id, revision, slot, block_index, outer_index, inner_index, part_index, role, is_deleted, pool,
    trader, signer, signature, poh_tick, trader_in, trader_out, loss_amount, loss_method, loss_side, slippage_use, limit_age
FROM sandwich_legs;
