-- The stored blocks that sandwich detection has run over: one row per slot, written after the sandwiches found in it.
-- A stored slot counts as detected when the row names the version that is stored now (same blockhash, same `version`);
-- a replaced block or a better version of it is undetected until detection has run again. A slot without transactions
-- (`entries_only`) has nothing to detect and no row here.
CREATE TABLE IF NOT EXISTS detected_slots
(
    slot        UInt64 COMMENT 'slot that detection has run over' CODEC(Delta, ZSTD),
    blockhash   FixedString(32) COMMENT 'of the block that detection saw',
    version     UInt8 COMMENT 'quality of the version that detection saw, as in slots',
    is_due      Bool DEFAULT false COMMENT 'detected, but what is known of its wallets of the day before has changed: detection runs again',
    detected_at DateTime64(6, 'UTC') DEFAULT now64(6) COMMENT 'when detection wrote it' CODEC(Delta, ZSTD),
    is_deleted  UInt8 DEFAULT 0 COMMENT '1: detection has run since the block was removed',
    INDEX detected detected_at TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(detected_at, is_deleted)}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY slot
SETTINGS min_parts_to_merge_at_once = 10, merge_selector_base = 10
COMMENT 'stored blocks that detection has run over';

-- One row per sandwich (docs/detection.md; columns keep the old name `bracket`). Written when its backrun is stored,
-- again when it changes (the highest revision wins), and a last time when it is final. A sandwich that is retracted
-- leaves a row with is_deleted = 1. The verdict is as of now: it is chosen from `alternatives` when the row is written, and
-- again when a trip of the actor changes what the record on both sides says of it (`cause` is then `standing`). Nothing else
-- has the verdict; legs and addresses are joined by (first_slot, bracket_id).
CREATE TABLE IF NOT EXISTS sandwiches
(
    first_slot          UInt64 COMMENT 'of the first front leg' CODEC(Delta, ZSTD),
    bracket_id          String COMMENT 'position of the first front leg: slot.block_index.outer.inner.part',
    last_slot           UInt64 COMMENT 'of the last back leg' CODEC(Delta, ZSTD),
    block_time          Nullable(DateTime('UTC')) COMMENT 'of the last back leg',
    is_final            Bool COMMENT '20 slots have passed: it changes no more unless a slot is repaired',
    confidence          Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3) COMMENT 'as of now: exact and loose are counted',
    is_counted          Bool DEFAULT confidence != 'suspected' COMMENT 'whether it counts as of now',
    reason              LowCardinality(Nullable(String)) COMMENT 'why it is no more than suspected as of now',
    basis               LowCardinality(Nullable(String)) COMMENT 'as of now: same_slot, short_span, known_bot',
    intent              LowCardinality(String) DEFAULT 'unknown' COMMENT 'as of now: proven, likely, unknown',
    evidence            Array(LowCardinality(String)) COMMENT 'limit_used, limit_hardly_used (against), contiguous_with_tip, next_to_victim, one_leader, linked_wallets, private_program, own_liquidity, tip_of_another, known_bot (as of now)',
    standing            Enum8('unknown' = 0, 'scalper' = 1, 'known_bot' = 2) COMMENT 'what the record of its actor, 24 hours before and after, makes of it; unknown also where the record decides nothing',
    victim_count        UInt32 COMMENT 'victims as of now: where it counts, without those that lost nothing',
    confidence_then     Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3) COMMENT 'by the record before it alone',
    reason_then         LowCardinality(Nullable(String)) COMMENT 'by the record before it alone',
    basis_then          LowCardinality(Nullable(String)) COMMENT 'by the record before it alone',
    intent_then         LowCardinality(String) COMMENT 'by the record before it alone',
    alternatives        Array(Tuple(standing Enum8('unknown' = 0, 'scalper' = 1, 'known_bot' = 2), confidence Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3), reason LowCardinality(Nullable(String)), basis LowCardinality(Nullable(String)), intent LowCardinality(String))) COMMENT 'the verdict by each standing; of unknown alone where the record decides nothing. For the writer: all others read the chosen one',
    link                LowCardinality(String) COMMENT 'what makes front and back one entity',
    link_address        String COMMENT 'base58: signer, token account or program',
    attacker            FixedString(32) COMMENT 'trader of the first front leg',
    attackers           Array(FixedString(32)) COMMENT 'every wallet of the entity',
    private_program     Nullable(FixedString(32)) COMMENT 'the outer program of all legs, unless it is a public one',
    pool                FixedString(32) COMMENT 'account of the pool',
    back_pool           FixedString(32) COMMENT 'another than pool where reason is cross_pool',
    program_id          LowCardinality(FixedString(32)) COMMENT 'program that was called',
    dex_name            LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    mint_in             FixedString(32) COMMENT 'token a: what the front paid with; the money is in its smallest unit',
    mint_out            FixedString(32) COMMENT 'token b; victims lose of it',
    quantity_ratio      Float64 COMMENT 'sold by the backs / bought by the fronts',
    gain_mint           FixedString(32) DEFAULT mint_in COMMENT 'token of gross and net',
    gross               Int128 COMMENT 'of token a, on the matched share',
    net                 Nullable(Int128) COMMENT 'after fees and tips; null: not in token a',
    kept                Nullable(Int128) COMMENT 'what the attacker\'s own SOL and token accounts gained of gain_mint over the transactions of its legs and its own tips, whoever else was paid; null: not all of them are stored',
    cost                Nullable(UInt64) COMMENT 'lamports: fees and tips of the legs, and of the attacker\'s own transactions next to one that only tip',
    replay_residual     Nullable(Float64) COMMENT 'relative error of the solved reserves on a third swap',
    swaps_before        Nullable(UInt32) COMMENT 'swaps of the pool between front and first victim',
    swaps_after         Nullable(UInt32) COMMENT 'swaps of the pool between last victim and back',
    transactions_before Nullable(UInt32) COMMENT 'transactions between front and first victim; null: in different blocks',
    transactions_after  Nullable(UInt32) COMMENT 'transactions between last victim and back; null: in different blocks',
    is_passing          Bool COMMENT 'counts with every possible victim: its legs are no victims of others',
    is_aimed            Bool COMMENT 'half of a limit was used, or the victim is unusually large',
    front_count         UInt32 COMMENT 'frontrun legs',
    back_count          UInt32 COMMENT 'backrun legs',
    listed_victims      UInt32 COMMENT 'victims among its legs',
    harmed_count        UInt32 COMMENT 'victims that lost something, or may have: those of a counted sandwich',
    attempt_count       UInt32 COMMENT 'failed attempts of the attacker around the victims',
    victim_loss         Nullable(Int128) COMMENT 'of token b, all victims that lost; null: of none known',
    loss_lamports       Nullable(Int128) COMMENT 'what the victims lost, in lamports at the rate of each trade; null: not known, or no side is SOL',
    revision            UInt32 COMMENT 'a higher one replaces a lower one of the same sandwich',
    is_deleted          UInt8 COMMENT '1: the row takes back an earlier one',
    cause               Enum8('detection' = 1, 'standing' = 2) COMMENT 'what the revision comes from: detection, or a record that changed',
    confidence_before   Nullable(Enum8('exact' = 1, 'loose' = 2, 'suspected' = 3)) COMMENT 'confidence of the revision before, where the cause is standing',
    intent_before       LowCardinality(Nullable(String)) COMMENT 'intent of the revision before, where the cause is standing',
    digest              UInt64 COMMENT 'of what detection found, without revision and what is as of now: an equal one is not written again',
    detected_at         DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when the revision was written',
    inserted_at         DateTime('UTC') DEFAULT now() COMMENT 'when the row was written; where the cause is standing, that of the revision before: it expires as it would have' CODEC(Delta, ZSTD),
    INDEX by_attacker attackers TYPE bloom_filter GRANULARITY 1,
    INDEX by_pool pool TYPE bloom_filter GRANULARITY 1,
    INDEX last_slots last_slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(first_slot, 1048576)
ORDER BY (first_slot, bracket_id)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    index_granularity = 512,
    ttl_only_drop_parts = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1,
    min_compress_block_size = 8192
COMMENT 'one row per sandwich, with the verdict as of now';

-- One row per leg, victim and failed attempt of a sandwich, keyed by the position of its transaction.
CREATE TABLE IF NOT EXISTS sandwich_legs
(
    slot         UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index  UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index  UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index  Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index   UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    role         Enum8('front' = 1, 'victim' = 2, 'back' = 3, 'front_attempt' = 4, 'back_attempt' = 5) COMMENT 'part in the sandwich',
    bracket_id   String COMMENT 'id of the sandwich: position of its first frontrun leg',
    first_slot   UInt64 COMMENT 'of the bracket: its key in sandwiches' CODEC(Delta, ZSTD),
    last_slot    UInt64 COMMENT 'slot of the last backrun leg' CODEC(Delta, ZSTD),
    is_final     Bool COMMENT 'it no longer changes, unless a slot is repaired',
    pool         FixedString(32) COMMENT 'account of the pool',
    dex_name     LowCardinality(String) COMMENT 'name of the DEX, empty: unknown',
    trader       FixedString(32) COMMENT 'wallet whose balances the swap changed',
    signer       FixedString(32) COMMENT 'pays the fee',
    signature    FixedString(64) COMMENT 'first signature of the transaction: its id',
    poh_tick     Nullable(UInt64) COMMENT 'null: entries not known',
    block_time   Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known',
    mint_in      Nullable(FixedString(32)) COMMENT 'token that the trader paid, null: not known',
    mint_out     Nullable(FixedString(32)) COMMENT 'token that the trader received, null: not known',
    trader_in    UInt64 COMMENT 'what the trader paid, in the smallest unit of mint_in',
    trader_out   UInt64 COMMENT 'what the trader received, in the smallest unit of mint_out',
    loss_amount  Nullable(Int128) COMMENT 'of a victim: what it would have got more of mint_out; below 0 it gained',
    loss_method  LowCardinality(Nullable(String)) COMMENT 'replay, front_rate',
    loss_side    LowCardinality(Nullable(String)) COMMENT 'received: it got less; paid: it named what it gets, and paid too much, told in loss_amount at the rate of its trade; null where loss_amount is',
    slippage_use Nullable(Float64) COMMENT 'of a victim: what the attacker took of the room between its fill without the attacker and its limit, 0 to 1; null: no limit, or that fill is not known',
    limit_age    LowCardinality(Nullable(String)) COMMENT 'whether the limit was made before the front ran: before, unclear, after; null where slippage_use is',
    revision     UInt32 COMMENT 'a higher one replaces a lower one of the same sandwich',
    is_deleted   UInt8 COMMENT '1: the row takes back an earlier one',
    inserted_at  DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (slot, block_index, outer_index, inner_index, part_index, bracket_id, role)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    index_granularity = 512,
    ttl_only_drop_parts = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1,
    min_compress_block_size = 8192
COMMENT 'one row per swap that is a leg, a failed attempt or a victim of a sandwich';

-- The sandwiches of a wallet, as attacker or victim.
CREATE TABLE IF NOT EXISTS sandwich_legs_by_trader
(
    trader      FixedString(32) COMMENT 'wallet whose balances the swap changed',
    slot        UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(ZSTD),
    outer_index UInt16 COMMENT 'index of the outer instruction' CODEC(ZSTD),
    inner_index Int16 COMMENT 'index of the inner instruction under it, -1: the outer one itself' CODEC(ZSTD),
    part_index  UInt8 COMMENT 'index of the part, where one instruction has several' CODEC(ZSTD),
    role        Enum8('front' = 1, 'victim' = 2, 'back' = 3, 'front_attempt' = 4, 'back_attempt' = 5) COMMENT 'part in the sandwich',
    bracket_id  String COMMENT 'id of the sandwich: position of its first frontrun leg',
    first_slot  UInt64 COMMENT 'slot of the first frontrun leg' CODEC(Delta, ZSTD),
    last_slot   UInt64 COMMENT 'slot of the last backrun leg' CODEC(Delta, ZSTD),
    revision    UInt32 COMMENT 'a higher one replaces a lower one of the same sandwich',
    is_deleted  UInt8 COMMENT '1: the row takes back an earlier one',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (trader, slot, block_index, outer_index, inner_index, part_index, bracket_id, role)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    index_granularity = 512,
    ttl_only_drop_parts = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'sandwich_legs in the order of traders';

-- The sandwiches of a pool, a token, an attacker or a victim by key (docs/adr/0031): the lists of them read some rows of this
-- table instead of filters and whole columns of `sandwiches`. A row says that some revision of a sandwich has the address; the
-- reader of the sandwich sees whether the newest one does.
CREATE TABLE IF NOT EXISTS sandwiches_by_address
(
    kind        Enum8('pool' = 1, 'token' = 2, 'attacker' = 3, 'victim' = 4, 'link' = 5) COMMENT 'what the address is in the sandwich; link: a token account or program that links its legs',
    address     FixedString(32) COMMENT 'account of a pool, mint, wallet, token account or program',
    first_slot  UInt64 COMMENT 'with bracket_id the key of the sandwich' CODEC(Delta, ZSTD),
    bracket_id  String COMMENT 'id of the sandwich: position of its first frontrun leg' CODEC(ZSTD),
    revision    UInt32 COMMENT 'of its sandwich',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision)}}
PARTITION BY intDiv(first_slot, 1048576)
ORDER BY (kind, address, first_slot, bracket_id)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    index_granularity = 512,
    ttl_only_drop_parts = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'sandwiches in the order of their pools, tokens, attackers and victims';

-- The records of actors: one row per round trip (a sandwich in one pool that sold what it bought, to 1 %, whatever its
-- confidence) and address of its entity: wallets, the token account that linked two, a private program.
CREATE TABLE IF NOT EXISTS actor_trips
(
    address     FixedString(32) COMMENT 'signer, token account or program of the actor',
    first_slot  UInt64 COMMENT 'with bracket_id the key of its sandwich' CODEC(Delta, ZSTD),
    bracket_id  String COMMENT 'id of the sandwich: position of its first frontrun leg',
    last_slot   UInt64 COMMENT 'its hour of the record is last_slot / 9000' CODEC(Delta, ZSTD),
    pool        FixedString(32) COMMENT 'account of the pool',
    gained      Bool COMMENT 'net > 0, or gross where there is no net',
    aimed       Bool COMMENT 'half of a limit was used, or the victim is unusually large',
    revision    UInt32 COMMENT 'of its sandwich',
    is_deleted  UInt8 COMMENT '1: the row takes back an earlier one',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision, is_deleted)}}
PARTITION BY intDiv(first_slot, 1048576)
ORDER BY (address, first_slot, bracket_id)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS
    index_granularity = 512,
    ttl_only_drop_parts = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'round trips of an address through a pool, the record which makes a known bot or a scalper';

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwiches_by_address_source TO sandwiches_by_address AS
SELECT place.1 AS kind, place.2 AS address, first_slot, bracket_id, revision, inserted_at
FROM sandwiches
ARRAY JOIN arrayDistinct(arrayConcat(
    [('pool', pool), ('pool', back_pool), ('token', mint_in), ('token', mint_out)],
    arrayMap(a -> ('attacker', a), attackers),
    arrayMap(a -> ('link', a), arrayFilter(a -> NOT has(attackers, a), arrayConcat(
        [toFixedString(CAST(tryBase58Decode(link_address) AS String), 32)],
        if(private_program IS NULL, [], [assumeNotNull(private_program)])))))) AS place
WHERE cause = 'detection';

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwiches_by_victim_source TO sandwiches_by_address AS
SELECT 'victim' AS kind, trader AS address, first_slot, bracket_id, revision, inserted_at
FROM sandwich_legs
WHERE role = 'victim';

-- The record of each address by hour of slots (9,000 of them): SELECT * FROM actor_records WHERE hour = ….
CREATE OR REPLACE VIEW actor_records AS
SELECT
    base58Encode(key) AS address, hour, trips, gained, aimed, pools
FROM
(
    SELECT
        address AS key, intDiv(last_slot, 9000) AS hour, count() AS trips, countIf(t.gained) AS gained, countIf(t.aimed) AS aimed,
        uniqExact(pool) AS pools
    FROM actor_trips AS t FINAL
    GROUP BY key, hour
);

-- The sandwiches that touch a range, with the verdict as of now and, `_then`, by the record before it alone.
CREATE OR REPLACE VIEW sandwiches_now AS
SELECT
    first_slot, bracket_id, last_slot, block_time, is_final, confidence, confidence_then, toUInt8(s.is_counted) AS is_counted, reason, reason_then, link,
    link_address, basis, basis_then, intent, intent_then, evidence, standing, attacker, attackers, private_program, pool,
    back_pool, program_id, dex_name, mint_in, mint_out, quantity_ratio, gain_mint, gross, net, kept, cost, swaps_before, swaps_after,
    transactions_before, transactions_after, is_passing, is_aimed, replay_residual, front_count, back_count, victim_count,
    attempt_count, victim_loss, revision, detected_at
FROM sandwiches AS s FINAL
WHERE first_slot >= greatest({from_slot:UInt64}, 40) - 40 AND first_slot <= {to_slot:UInt64}
    AND last_slot >= {from_slot:UInt64};
