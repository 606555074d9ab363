-- Slots known to be missing or wrong, with the cause. A row is rewritten as its state changes.
CREATE TABLE IF NOT EXISTS gaps
(
    from_slot  UInt64,
    to_slot    UInt64 COMMENT 'inclusive',
    cause      LowCardinality(String) COMMENT 'incomplete, missing, replaced, garbage',
    state      Enum8('open' = 1, 'repairing' = 2, 'repaired' = 3, 'given_up' = 4),
    detail     String,
    tries      UInt32,
    updated_at DateTime64(6, 'UTC') DEFAULT now64(6)
)
ENGINE = {{engine: ReplacingMergeTree(updated_at)}}
ORDER BY (from_slot, to_slot, cause);
