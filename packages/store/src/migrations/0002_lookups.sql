-- One row per (account, transaction): what the transaction locks, after demotion.
-- Ordered by account, to answer "who touched this account".
CREATE TABLE IF NOT EXISTS account_locks
(
    account            FixedString(32) CODEC(ZSTD),
    slot               UInt64 CODEC(Delta, ZSTD),
    block_index        UInt32 CODEC(ZSTD),
    is_write           Bool,
    is_signer          Bool,
    is_vote            Bool,
    is_failed          Nullable(Bool),
    compute_units      Nullable(UInt32) COMMENT 'of the transaction; writes only' CODEC(ZSTD),
    compute_unit_price Nullable(UInt64) COMMENT 'micro-lamports; writes only' CODEC(ZSTD),
    signer_prefix      UInt64 COMMENT 'first 8 bytes of the fee payer, to count signers; writes only' CODEC(ZSTD),
    version            UInt8,
    inserted_at        DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 32768)
ORDER BY (account, slot, block_index)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS ttl_only_drop_parts = 1;

-- One row per (account, slot): totals of its rows in account_locks, computed when the block is written. Counts, slots
-- and ticks of a hot account can be read from here instead of from its locks (docs/adr/0002).
CREATE TABLE IF NOT EXISTS account_slots
(
    account        FixedString(32) CODEC(ZSTD),
    slot           UInt64 CODEC(Delta, ZSTD),
    lock_count     UInt32 COMMENT 'transactions that lock it, in either way' CODEC(ZSTD),
    write_count    UInt32 CODEC(ZSTD),
    failed_count   Nullable(UInt32) COMMENT 'null: not known' CODEC(ZSTD),
    compute_units  Nullable(UInt64) COMMENT 'of the transactions that write-lock it' CODEC(ZSTD),
    first_poh_tick Nullable(UInt64) COMMENT 'null: entries not known' CODEC(Delta, ZSTD),
    last_poh_tick  Nullable(UInt64) CODEC(Delta, ZSTD),
    version        UInt8,
    inserted_at    DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 32768)
ORDER BY (account, slot)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 2048;

-- Maps the first 8 bytes of a signature to its position. Each hit is checked against the full signature.
-- Has few partitions on purpose: a look-up does not know the slot and reads all of them.
CREATE TABLE IF NOT EXISTS signatures
(
    signature_prefix UInt64,
    slot             UInt64 CODEC(ZSTD),
    block_index      UInt32 CODEC(ZSTD),
    inserted_at      DateTime('UTC') DEFAULT now() CODEC(ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY (signature_prefix, slot, block_index)
TTL inserted_at + INTERVAL 8 DAY
SETTINGS index_granularity = 1024;
