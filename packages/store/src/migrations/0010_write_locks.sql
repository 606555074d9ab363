-- The accounts of a block under whose write locks most compute units were used. account_locks and account_slots are
-- ordered by account, so they cannot answer this without reading a whole partition. Written with the block.
CREATE TABLE IF NOT EXISTS slot_heat
(
    slot              UInt64 CODEC(Delta, ZSTD),
    accounts          Array(FixedString(32)) COMMENT 'write-locked, at most 1,000, in no order' CODEC(ZSTD),
    compute_units     Array(UInt32) COMMENT 'of each: of the transactions that write-lock it and say so' CODEC(ZSTD),
    write_counts      Array(UInt32) CODEC(ZSTD),
    cut_compute_units Nullable(UInt32) COMMENT 'no account that is left out used more; null: none is left out',
    version           UInt8,
    inserted_at       DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 32768)
ORDER BY slot
TTL inserted_at + INTERVAL 1 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 64;

-- One row per (128-slot bucket, account) of the bucket's 500 hottest accounts: exact, computed from the deduplicated
-- rows of account_locks once the bucket is closed, and computed again when one of its blocks changes. `digest` identifies
-- the blocks that a row was computed from; rows whose digest differs from that of the stored blocks are ignored
-- (current_account_heat).
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
    signers                Array(UInt64) COMMENT 'fee payers of the writers (signer_prefix), each once' CODEC(ZSTD),
    prices                 Array(UInt64) COMMENT 'compute-unit prices of the writers, each once; not set is 0' CODEC(ZSTD),
    price_counts           Array(UInt64) COMMENT 'writers of each price' CODEC(ZSTD),
    inserted_at            DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree}}
PARTITION BY intDiv(bucket, 256)
ORDER BY (account, bucket, digest)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 512;

-- The computed buckets and the digests of their blocks. Written after the rows of the bucket, and deleted before them.
CREATE TABLE IF NOT EXISTS account_heat_buckets
(
    bucket            UInt32,
    digest            UInt64,
    account_count     UInt32,
    cut_compute_units Nullable(UInt64) COMMENT 'no account that has no row used more; null: every written account has one',
    inserted_at       DateTime('UTC') DEFAULT now()
)
ENGINE = {{engine: ReplacingMergeTree(inserted_at)}}
PARTITION BY intDiv(bucket, 256)
ORDER BY (bucket, digest)
TTL inserted_at + INTERVAL 3 DAY
SETTINGS index_granularity = 512;

-- SELECT * FROM stored_slots(from_slot = …, to_slot = …): one row for each slot, of the best copy of its block.
-- `is_readable`: its transactions are all stored, and no other block contradicts it.
CREATE OR REPLACE VIEW stored_slots AS
SELECT
    slot,
    argMax(s.block_time, (s.version, s.inserted_at)) AS block_time,
    argMax(s.has_meta, (s.version, s.inserted_at)) AS has_meta,
    argMax(s.transaction_count, (s.version, s.inserted_at)) AS transaction_count,
    uniqExact(s.blockhash) = 1 AND max(s.content) != 'entries_only' AS is_readable
FROM slots AS s
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY slot;

-- SELECT * FROM bucket_digests(from_bucket = …, to_bucket = …): identifies the blocks of each 128-slot bucket. The digest
-- changes with every new, replaced or removed block or copy.
CREATE OR REPLACE VIEW bucket_digests AS
SELECT toUInt32(intDiv(slot, 128)) AS bucket, groupBitXor(print) AS digest, max(changed_at) AS changed_at
FROM
(
    SELECT
        slot, max(s.inserted_at) AS changed_at,
        cityHash64(slot, arraySort(groupUniqArray(s.blockhash)), max((s.version, s.inserted_at))) AS print
    FROM slots AS s
    WHERE slot BETWEEN toUInt64({from_bucket:UInt32}) * 128 AND toUInt64({to_bucket:UInt32}) * 128 + 127
    GROUP BY slot
)
GROUP BY bucket;

-- SELECT * FROM current_account_heat(from_bucket = …, to_bucket = …): the buckets whose rows in account_heat are those of
-- the stored blocks.
CREATE OR REPLACE VIEW current_account_heat AS
SELECT h.bucket AS bucket, h.digest AS digest, any(h.cut_compute_units) AS cut_compute_units
FROM account_heat_buckets AS h
INNER JOIN
(
    SELECT bucket, digest
    FROM bucket_digests(from_bucket = {from_bucket:UInt32}, to_bucket = {to_bucket:UInt32})
) AS d ON d.bucket = h.bucket AND d.digest = h.digest
WHERE h.bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
GROUP BY bucket, digest;
