-- Recreates account_heat. Queries read the rows of one account, or the totals of all accounts; they no longer read the
-- rows of some 16 neighbours as well. A row lists its slots one by one; reading these from account_slots costs many times
-- as much while its parts are unmerged. The ingester fills the table again: the buckets of the last 12 hours, newest
-- first. Until then, answers are read from the blocks' own lists and the locks. The bucket rows are removed first, so
-- that no bucket counts as filled while its rows may be missing.
TRUNCATE TABLE account_heat_buckets;

DROP TABLE IF EXISTS account_heat SYNC;

-- One row per (128-slot bucket, account) of the bucket's 500 hottest accounts: exact, computed from the deduplicated
-- rows of account_locks once the bucket is closed, and computed again when one of its blocks changes. `digest` identifies
-- the blocks that a row was computed from; rows whose digest differs from that of the stored blocks are ignored
-- (current_account_heat). Older ingesters do not write the slots; their rows are rejected.
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
ENGINE = {{engine: ReplacingMergeTree}}
PARTITION BY intDiv(bucket, 256)
ORDER BY (account, bucket, digest)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 32;

TRUNCATE TABLE account_heat_buckets;
