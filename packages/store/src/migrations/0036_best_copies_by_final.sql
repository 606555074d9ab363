-- Three views of the write locks for less than half of the work: FINAL gives the best copy of each block, where an
-- aggregate per slot compared version and time of every row. Rows and digests are those of before.

-- SELECT * FROM stored_slots(from_slot = …, to_slot = …): one row for each slot, of the best copy of its block.
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
-- changes with every new, replaced or removed block or copy.
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
