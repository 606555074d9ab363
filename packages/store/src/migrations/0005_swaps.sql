-- The pools that a transaction traded in, including those that a failed one tried. Stored in the row of the transaction,
-- which is read anyway.
ALTER TABLE transactions ADD COLUMN IF NOT EXISTS
    markets Array(Tuple(pool FixedString(32), program_id FixedString(32), mints Array(FixedString(32))))
    COMMENT 'pools swapped in, in order; of a failed transaction those it tried'
    AFTER accounts_written_count;

-- One row per swap instruction of a successful transaction, and per decoded attempt of a failed one (success = 0,
-- amounts 0: it moved nothing). Ordered by pool, to answer "what happened in this pool". Amounts are in the mint's
-- smallest unit, lamports for native SOL.
CREATE TABLE IF NOT EXISTS swaps
(
    pool                FixedString(32) CODEC(ZSTD),
    slot                UInt64 CODEC(Delta, ZSTD),
    block_index         UInt32 CODEC(ZSTD),
    outer_index         UInt16 COMMENT 'outer instruction' CODEC(ZSTD),
    inner_index         Int16 COMMENT 'among its inner instructions; -1: the outer one itself' CODEC(ZSTD),
    part_index          UInt8 COMMENT 'pool of an instruction that swaps through several' CODEC(ZSTD),
    poh_tick            Nullable(UInt64) COMMENT 'null: entries not known' CODEC(Delta, ZSTD),
    block_time          Nullable(DateTime('UTC')) CODEC(ZSTD),
    signature           FixedString(64) CODEC(NONE),
    success             Bool,
    program_id          LowCardinality(FixedString(32)),
    dex_name            LowCardinality(String),
    pool_kind           Enum8('constant_product' = 1, 'bonding_curve' = 2, 'concentrated' = 3, 'bins' = 4, 'order_book' = 5, 'proprietary' = 6, 'stable' = 7, 'aggregator' = 8),
    mint_in             Nullable(FixedString(32)) COMMENT 'what the trader paid with; null: an attempt that does not show it' CODEC(ZSTD),
    mint_out            Nullable(FixedString(32)) CODEC(ZSTD),
    mints               Array(FixedString(32)) COMMENT 'of an attempt: the mints it named, in no order' CODEC(ZSTD),
    pool_in             UInt64 COMMENT 'what the vault or the curve gained' CODEC(ZSTD),
    pool_out            UInt64 COMMENT 'what the vault or the curve lost' CODEC(ZSTD),
    trader_in           UInt64 COMMENT 'what the trader paid, all fees included' CODEC(ZSTD),
    trader_out          UInt64 COMMENT 'what the trader got, after all fees' CODEC(ZSTD),
    trader              FixedString(32) COMMENT 'the authority if it signed, else the fee payer' CODEC(ZSTD),
    authority           FixedString(32) CODEC(ZSTD),
    authority_signed    Bool,
    signer              FixedString(32) COMMENT 'pays the fee' CODEC(ZSTD),
    other_signers       Array(FixedString(32)) CODEC(ZSTD),
    source_account      Nullable(FixedString(32)) COMMENT 'token account that paid; null: native SOL' CODEC(ZSTD),
    source_owner        Nullable(FixedString(32)) CODEC(ZSTD),
    source_before       Nullable(UInt64) COMMENT 'balance before and after the whole transaction' CODEC(ZSTD),
    source_after        Nullable(UInt64) CODEC(ZSTD),
    destination_account Nullable(FixedString(32)) CODEC(ZSTD),
    destination_owner   Nullable(FixedString(32)) CODEC(ZSTD),
    destination_before  Nullable(UInt64) CODEC(ZSTD),
    destination_after   Nullable(UInt64) CODEC(ZSTD),
    vault_in            Nullable(FixedString(32)) COMMENT 'null: an attempt' CODEC(ZSTD),
    vault_out           Nullable(FixedString(32)) CODEC(ZSTD),
    outer_program       LowCardinality(FixedString(32)) COMMENT 'equal to program_id where it was called directly',
    fee                 UInt64 COMMENT 'lamports, of the transaction' CODEC(ZSTD),
    priority_fee        Nullable(UInt64) COMMENT 'lamports beyond 5,000 a signature' CODEC(ZSTD),
    compute_unit_price  Nullable(UInt64) COMMENT 'micro-lamports; null: not set' CODEC(ZSTD),
    jito_tip            Nullable(UInt64) COMMENT 'lamports' CODEC(ZSTD),
    version             UInt8,
    inserted_at         DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (pool, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024;

-- The same swaps and attempts, ordered by trader, to answer "what did this wallet trade". Has the columns that a list of
-- trades shows; the others are in `swaps`, found by pool and slot.
CREATE TABLE IF NOT EXISTS swaps_by_trader
(
    trader      FixedString(32) CODEC(ZSTD),
    slot        UInt64 CODEC(Delta, ZSTD),
    block_index UInt32 CODEC(ZSTD),
    outer_index UInt16 CODEC(ZSTD),
    inner_index Int16 CODEC(ZSTD),
    part_index  UInt8 CODEC(ZSTD),
    poh_tick    Nullable(UInt64) CODEC(Delta, ZSTD),
    block_time  Nullable(DateTime('UTC')) CODEC(ZSTD),
    signature   FixedString(64) CODEC(NONE),
    success     Bool,
    pool        FixedString(32) CODEC(ZSTD),
    program_id  LowCardinality(FixedString(32)),
    dex_name    LowCardinality(String),
    mint_in     Nullable(FixedString(32)) CODEC(ZSTD),
    mint_out    Nullable(FixedString(32)) CODEC(ZSTD),
    trader_in   UInt64 CODEC(ZSTD),
    trader_out  UInt64 CODEC(ZSTD),
    version     UInt8,
    inserted_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (trader, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS index_granularity = 1024;

-- One row per transfer or change of owner outside swaps, of mints swapped in the same block: what links wallets.
CREATE TABLE IF NOT EXISTS token_links
(
    mint             FixedString(32) CODEC(ZSTD),
    slot             UInt64 CODEC(Delta, ZSTD),
    block_index      UInt32 CODEC(ZSTD),
    outer_index      UInt16 CODEC(ZSTD),
    inner_index      Int16 CODEC(ZSTD),
    part_index       UInt8 CODEC(ZSTD),
    kind             Enum8('transfer' = 1, 'set_authority' = 2),
    from_account     FixedString(32) CODEC(ZSTD),
    from_owner       Nullable(FixedString(32)) CODEC(ZSTD),
    to_account       FixedString(32) COMMENT 'the same account for set_authority' CODEC(ZSTD),
    to_owner         Nullable(FixedString(32)) CODEC(ZSTD),
    amount           Nullable(UInt64) COMMENT 'for set_authority what the account held' CODEC(ZSTD),
    authority        FixedString(32) CODEC(ZSTD),
    authority_signed Bool,
    version          UInt8,
    inserted_at      DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (mint, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 2048;

-- One row per pool made, liquidity added or removed, or fees taken.
CREATE TABLE IF NOT EXISTS pool_events
(
    pool          FixedString(32) CODEC(ZSTD),
    slot          UInt64 CODEC(Delta, ZSTD),
    block_index   UInt32 CODEC(ZSTD),
    outer_index   UInt16 CODEC(ZSTD),
    inner_index   Int16 CODEC(ZSTD),
    part_index    UInt8 CODEC(ZSTD),
    block_time    Nullable(DateTime('UTC')) CODEC(ZSTD),
    signature     FixedString(64) CODEC(NONE),
    kind          Enum8('created' = 1, 'liquidity_added' = 2, 'liquidity_removed' = 3, 'fees_collected' = 4),
    program_id    LowCardinality(FixedString(32)),
    dex_name      LowCardinality(String),
    pool_kind     Enum8('constant_product' = 1, 'bonding_curve' = 2, 'concentrated' = 3, 'bins' = 4, 'order_book' = 5, 'proprietary' = 6, 'stable' = 7, 'aggregator' = 8),
    amounts       Array(Tuple(mint FixedString(32), amount UInt64)) COMMENT 'what the pool gained (created, added) or lost',
    actor         FixedString(32) CODEC(ZSTD),
    signer        FixedString(32) CODEC(ZSTD),
    other_signers Array(FixedString(32)) CODEC(ZSTD),
    version       UInt8,
    inserted_at   DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    INDEX slots_of_granule slot TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 1048576)
ORDER BY (pool, slot, block_index, outer_index, inner_index, part_index)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS index_granularity = 2048;
