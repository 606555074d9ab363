-- account_heat made anew: one account's rows are read, or the totals of all, never all of what some 16 neighbours hold,
-- and a row tells its slots one by one, which account_slots does at many times the cost while its parts are not merged.
-- Its rows come back as they came: the ingester makes the buckets of the last 12 hours, the newest first. Until it has,
-- answers are read from the blocks' own lists and the locks. No bucket is said to be made while its rows may be gone.
TRUNCATE TABLE account_heat_buckets;

DROP TABLE IF EXISTS account_heat SYNC;

-- One row per (128-slot bucket, account) of the bucket's 500 hottest accounts: exact, made of the de-duplicated rows of
-- account_locks once the bucket is closed, and made again when a block of it changes. `digest` names the blocks that a
-- row was made of; one that is not that of the stored blocks (current_account_heat) counts for nothing.
-- An ingester of before does not know of slots: what it makes is refused.
CREATE TABLE IF NOT EXISTS account_heat
(
    bucket                 UInt32 COMMENT 'slots bucket * 128 to bucket * 128 + 127' CODEC(Delta, ZSTD),
    account                FixedString(32) CODEC(ZSTD),
    digest                 UInt64 CODEC(ZSTD),
    write_count            UInt32 COMMENT 'transactions that write-lock it' CODEC(ZSTD),
    conflict_count         UInt32 COMMENT 'sum over slots with a writer: writers - 1 + readers' CODEC(ZSTD),
    failed_count           UInt32 COMMENT 'of the writers' CODEC(ZSTD),
    unknown_count          UInt32 COMMENT 'writers whose compute units are not known' CODEC(ZSTD),
    compute_units          UInt64 COMMENT 'of the writers' CODEC(ZSTD),
    max_slot_compute_units UInt64 COMMENT 'in one slot' CODEC(ZSTD),
    slot_offsets           Array(UInt8) COMMENT 'slots that lock it in either way, less bucket * 128' CODEC(ZSTD),
    slot_lock_counts       Array(UInt32) COMMENT 'transactions that do so in each' CODEC(ZSTD),
    slot_write_counts      Array(UInt32) COMMENT 'of them, those that write-lock it' CODEC(ZSTD),
    signers                Array(UInt64) COMMENT 'fee payers of the writers (signer_prefix), each once' CODEC(LZ4),
    prices                 Array(UInt64) COMMENT 'compute-unit prices of the writers, each once; not set is 0' CODEC(T64, LZ4),
    price_counts           Array(UInt32) COMMENT 'writers of each price' CODEC(T64, LZ4),
    inserted_at            DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD),
    CONSTRAINT has_slots CHECK notEmpty(slot_offsets)
)
ENGINE = ReplacingMergeTree
PARTITION BY intDiv(bucket, 256)
ORDER BY (account, bucket, digest)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 32;

TRUNCATE TABLE account_heat_buckets;
