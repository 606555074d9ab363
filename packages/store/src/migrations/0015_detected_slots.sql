-- The stored blocks that sandwich detection has run over: one row per slot, written after the sandwiches found in it.
-- A stored slot counts as detected when the row names the copy that is stored now (same blockhash, same version); a
-- replaced block or a better copy of it is undetected until detection has run again. A slot without transactions
-- (`entries_only`) has nothing to detect and no row here.
CREATE TABLE IF NOT EXISTS detected_slots
(
    slot        UInt64 CODEC(Delta, ZSTD),
    blockhash   FixedString(32) COMMENT 'of the block that detection saw',
    version     UInt8 COMMENT 'quality of the copy that detection saw, as in slots',
    is_due      Bool DEFAULT false COMMENT 'detected, but what is known of its wallets of the day before has changed: detection runs again',
    detected_at DateTime64(6, 'UTC') DEFAULT now64(6) CODEC(Delta, ZSTD),
    is_deleted  UInt8 DEFAULT 0 COMMENT '1: detection has run since the block was removed'
)
ENGINE = {{engine: ReplacingMergeTree(detected_at, is_deleted)}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY slot;

-- A single number could not say which slots below it were stored later.
DROP TABLE IF EXISTS detection_progress;
