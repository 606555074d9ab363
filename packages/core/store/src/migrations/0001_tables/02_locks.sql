-- One row per (account, slot): the transactions of the block that lock the account, after demotion, as arrays in block
-- order. Ordered by account, to answer "who touched this account"; the counts are columns of their own, so that counting a
-- window does not read the arrays. The view account_locks has a row for each lock.
-- Columns with a common prefix have one length. An account may have 800 locks a slot, hence the bound of a granule in bytes.
CREATE TABLE IF NOT EXISTS account_slots
(
    account                FixedString(32) COMMENT 'the account that is locked' CODEC(ZSTD),
    slot                   UInt64 COMMENT 'slot of the locks' CODEC(Delta, T64, ZSTD),
    lock_count             UInt32 COMMENT 'transactions that lock it, in either way' CODEC(ZSTD),
    write_count            UInt32 COMMENT 'transactions that lock it for writing' CODEC(ZSTD),
    signed_count           UInt32 COMMENT 'transactions that it signed' CODEC(ZSTD),
    failed_count           Nullable(UInt32) COMMENT 'null: not known' CODEC(ZSTD),
    compute_units          Nullable(UInt64) COMMENT 'of the transactions that write-lock it; null: not known of one of them' CODEC(T64, ZSTD),
    first_tick             Int16 DEFAULT -32768 COMMENT 'tick of the first transaction that locked it, counted from slot * 64; -32768: not known' CODEC(ZSTD),
    tick_span              UInt16 DEFAULT 0 COMMENT 'ticks from there to the last transaction that locked it' CODEC(ZSTD),
    `locks.block_index`    Array(UInt32) COMMENT 'index in the block of each transaction that locks it, ascending' CODEC(T64, ZSTD),
    `locks.flags`          Array(UInt8) COMMENT 'of each, added up: 1 write lock, 2 signed by the account, 4 vote, 8 failed, 16 not known whether it failed; of write locks also 32 compute units not known, 64 no price set' CODEC(ZSTD),
    `writes.compute_units` Array(UInt32) COMMENT 'of each transaction that write-locks it, in the same order' CODEC(ZSTD),
    `writes.price`         Array(UInt64) COMMENT 'its compute-unit price, micro-lamports' CODEC(ZSTD(3)),
    `writes.signer_prefix` Array(UInt64) COMMENT 'first 8 bytes of its fee payer, to count signers' CODEC(ZSTD),
    version                UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at            DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    first_poh_tick         Nullable(UInt64) ALIAS if(first_tick = -32768, NULL, toUInt64((toInt64(slot) * 64) + first_tick)) COMMENT 'tick of the first transaction of the slot that locked it; null: entries not known',
    last_poh_tick          Nullable(UInt64) ALIAS if(first_tick = -32768, NULL, toUInt64(((toInt64(slot) * 64) + first_tick) + tick_span)) COMMENT 'tick of the last one; null: entries not known'
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 32768)
ORDER BY (account, slot)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 2048,
    index_granularity_bytes = 1048576,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'one row per account and slot: the transactions that locked it, and what they paid';

-- One row per account and transaction that locks it. A filter on account and slot reaches the table. Writes come first, then
-- reads: the order of rows is the reader's to choose.
CREATE OR REPLACE VIEW account_locks AS
SELECT
    s.account AS account, s.slot AS slot, block_index,
    CAST(bitAnd(flag, 1), 'Bool') AS is_write,
    CAST(bitAnd(flag, 2), 'Bool') AS is_signer,
    CAST(bitAnd(flag, 4), 'Bool') AS is_vote,
    if(bitAnd(flag, 16) != 0, NULL, CAST(bitAnd(flag, 8), 'Bool')) AS is_failed,
    if(bitAnd(flag, 1) = 0 OR bitAnd(flag, 32) != 0, NULL, units) AS compute_units,
    if(bitAnd(flag, 1) = 0 OR bitAnd(flag, 64) != 0, NULL, price) AS compute_unit_price,
    payer AS signer_prefix,
    s.version AS version, s.inserted_at AS inserted_at
FROM (SELECT * FROM account_slots FINAL) AS s
ARRAY JOIN
    arrayConcat(
        arrayFilter((i, f) -> bitAnd(f, 1) != 0, `locks.block_index`, `locks.flags`),
        arrayFilter((i, f) -> bitAnd(f, 1) = 0, `locks.block_index`, `locks.flags`)) AS block_index,
    arrayConcat(
        arrayFilter(f -> bitAnd(f, 1) != 0, `locks.flags`),
        arrayFilter(f -> bitAnd(f, 1) = 0, `locks.flags`)) AS flag,
    arrayResize(`writes.compute_units`, length(`locks.flags`)) AS units,
    arrayResize(`writes.price`, length(`locks.flags`)) AS price,
    arrayResize(`writes.signer_prefix`, length(`locks.flags`)) AS payer;

-- The accounts of a block under whose write locks most compute units were used. account_slots is ordered by
-- account, so it cannot answer this without reading a whole partition. Written with the block.
CREATE TABLE IF NOT EXISTS slot_heat
(
    slot              UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    accounts          Array(FixedString(32)) COMMENT 'write-locked, at most 1,000, in no order' CODEC(ZSTD),
    compute_units     Array(UInt32) COMMENT 'of each: of the transactions that write-lock it and say so' CODEC(ZSTD),
    write_counts      Array(UInt32) COMMENT 'transactions that write-lock each of the accounts' CODEC(ZSTD),
    cut_compute_units Nullable(UInt32) COMMENT 'no account that is left out used more; null: none is left out',
    version           UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at       DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 32768)
ORDER BY slot
TTL inserted_at + INTERVAL 1 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 64,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'the accounts of a slot under whose write locks most compute units were used';

-- One row per (128-slot bucket, account) of the bucket's 500 hottest accounts: exact, computed from the deduplicated
-- rows of account_slots once the bucket is closed, and computed again when one of its blocks changes. `digest` identifies
-- the blocks that a row was computed from; rows whose digest differs from that of the stored blocks are ignored
-- (current_account_heat).
CREATE TABLE IF NOT EXISTS account_heat
(
    bucket                 UInt32 COMMENT 'slots bucket * 128 to bucket * 128 + 127' CODEC(Delta, ZSTD),
    account                FixedString(32) COMMENT 'the account that is locked' CODEC(ZSTD),
    digest                 UInt64 COMMENT 'of the blocks of the bucket: of other blocks its rows do not count' CODEC(ZSTD),
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
    inserted_at            DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD),
    CONSTRAINT has_slots CHECK notEmpty(slot_offsets)
)
ENGINE = {{engine: ReplacingMergeTree}}
PARTITION BY intDiv(bucket, 256)
ORDER BY (account, bucket, digest)
TTL inserted_at + INTERVAL 4 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 32
COMMENT 'contention of an account over a bucket of slots, of the busiest accounts of each';

-- The computed buckets and the digests of their blocks. Written after the rows of the bucket, and deleted before them.
CREATE TABLE IF NOT EXISTS account_heat_buckets
(
    bucket            UInt32 COMMENT 'number of the bucket: its slots divided by the size of a bucket',
    digest            UInt64 COMMENT 'of the blocks of the bucket: of other blocks its rows do not count',
    account_count     UInt32 COMMENT 'accounts with a row in account_heat',
    cut_compute_units Nullable(UInt64) COMMENT 'no account that has no row used more; null: every written account has one',
    inserted_at       DateTime('UTC') DEFAULT now() COMMENT 'when the row was written'
)
ENGINE = {{engine: ReplacingMergeTree(inserted_at)}}
PARTITION BY intDiv(bucket, 256)
ORDER BY (bucket, digest)
TTL inserted_at + INTERVAL 3 DAY
SETTINGS index_granularity = 512
COMMENT 'buckets of slots whose account_heat is complete';

-- SELECT * FROM account_activity(account = '…', from_slot = …, to_slot = …): who touched an account, in order.
CREATE OR REPLACE VIEW account_activity AS
SELECT
    l.slot AS slot, l.block_index AS block_index, t.entry_index AS entry_index, t.tx_index AS tx_index,
    t.poh_tick AS poh_tick, t.block_time AS block_time, base58Encode(t.signature) AS signature,
    base58Encode(t.signer) AS signer, l.is_write AS is_write, l.is_signer AS is_signer, l.is_vote AS is_vote,
    t.success AS success, t.fee AS fee, t.jito_tip AS jito_tip
FROM
(
    SELECT slot, block_index, is_write, is_signer, is_vote
    FROM account_locks
    WHERE account = toFixedString(base58Decode({account:String}), 32)
        AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
) AS l
INNER JOIN
(
    SELECT * FROM transactions FINAL WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
) AS t ON t.slot = l.slot AND t.block_index = l.block_index
ORDER BY slot, block_index;

-- SELECT * FROM stored_slots(from_slot = …, to_slot = …): one row for each slot, of the best version of its block.
-- `is_readable`: its transactions are all stored, and no other block contradicts it.
CREATE OR REPLACE VIEW stored_slots AS
SELECT
    slot,
    any(s.block_time) AS block_time,
    any(s.has_meta) AS has_meta,
    any(s.transaction_count) AS transaction_count,
    count() = 1 AND max(s.content) != 'entries_only' AS is_readable
FROM slots AS s FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY slot;

-- SELECT * FROM bucket_digests(from_bucket = …, to_bucket = …): identifies the blocks of each 128-slot bucket. The digest
-- changes with every new, replaced or removed block or version.
CREATE OR REPLACE VIEW bucket_digests AS
SELECT
    toUInt32(intDiv(slot, 128)) AS bucket,
    groupBitXor(cityHash64(slot, [s.blockhash], (s.version, s.inserted_at))) AS digest,
    max(s.inserted_at) AS changed_at
FROM slots AS s FINAL
WHERE slot BETWEEN toUInt64({from_bucket:UInt32}) * 128 AND toUInt64({to_bucket:UInt32}) * 128 + 127
GROUP BY bucket;

-- SELECT * FROM current_account_heat(from_bucket = …, to_bucket = …): the buckets whose rows in account_heat are those of
-- the stored blocks.
CREATE OR REPLACE VIEW current_account_heat AS
SELECT h.bucket AS bucket, h.digest AS digest, any(h.cut_compute_units) AS cut_compute_units
FROM account_heat_buckets AS h
WHERE h.bucket BETWEEN {from_bucket:UInt32} AND {to_bucket:UInt32}
    AND (h.bucket, h.digest) IN
    (
        SELECT bucket, digest
        FROM bucket_digests(from_bucket = {from_bucket:UInt32}, to_bucket = {to_bucket:UInt32})
    )
GROUP BY bucket, digest;
