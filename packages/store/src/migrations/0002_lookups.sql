-- One row per (account, transaction): what the transaction locks, after demotion.
-- The table that answers "who touched this account": its order is the question.
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
ENGINE = ReplacingMergeTree(version)
PARTITION BY intDiv(slot, 32768)
ORDER BY (account, slot, block_index)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS ttl_only_drop_parts = 1;

-- First 8 bytes of a signature to its position. Each hit is checked against the full signature.
-- Few partitions on purpose: a lookup has no slot and asks every one of them.
CREATE TABLE IF NOT EXISTS signatures
(
    signature_prefix UInt64,
    slot             UInt64 CODEC(ZSTD),
    block_index      UInt32 CODEC(ZSTD),
    inserted_at      DateTime('UTC') DEFAULT now() CODEC(ZSTD)
)
ENGINE = ReplacingMergeTree
PARTITION BY intDiv(slot, 8388608)
ORDER BY (signature_prefix, slot, block_index)
TTL inserted_at + INTERVAL 8 DAY
SETTINGS index_granularity = 1024;
