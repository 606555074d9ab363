-- One row per block, written last: a slot is stored when its row is here, and only then.
-- Keyed by slot and hash, so that two different blocks for one slot are both seen (and the older one is deleted)
-- instead of one silently replacing the other in a merge.
CREATE TABLE IF NOT EXISTS slots
(
    slot              UInt64 CODEC(Delta, ZSTD),
    parent_slot       Nullable(UInt64) CODEC(Delta, ZSTD),
    blockhash         FixedString(32),
    parent_blockhash  Nullable(FixedString(32)),
    block_time        Nullable(DateTime('UTC')) COMMENT 'null: the source did not say',
    block_height      Nullable(UInt64),
    leader            Nullable(FixedString(32)) COMMENT 'identity or fee collector that the fee reward names',
    content           Enum8('entries_only' = 1, 'no_entries' = 2, 'full' = 3),
    model             Nullable(Enum8('ticked' = 1, 'alpenglow' = 2)) COMMENT 'null: entries not known',
    source            LowCardinality(String),
    has_meta          Bool,
    transaction_count UInt32,
    vote_count        Nullable(UInt32),
    failed_count      Nullable(UInt32),
    entry_count       Nullable(UInt32) COMMENT 'ticks included',
    tick_count        Nullable(UInt32),
    num_hashes        Nullable(UInt64),
    version           UInt8 COMMENT 'quality of the copy; the best one wins',
    inserted_at       DateTime('UTC') DEFAULT now()
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY (slot, blockhash);

-- One row per entry, ticks included.
CREATE TABLE IF NOT EXISTS entries
(
    slot              UInt64 CODEC(Delta, ZSTD),
    entry_index       UInt32 CODEC(Delta, ZSTD),
    num_hashes        UInt64 CODEC(ZSTD),
    hash              FixedString(32) CODEC(NONE),
    transaction_count UInt32 CODEC(ZSTD),
    start_index       UInt32 COMMENT 'index in the block of its first transaction, derived' CODEC(Delta, ZSTD),
    is_tick           Bool,
    poh_tick          UInt64 COMMENT 'tick height: ticks before a transaction entry; a tick counts itself' CODEC(Delta, ZSTD),
    version           UInt8,
    inserted_at       DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (slot, entry_index)
TTL inserted_at + INTERVAL 8 DAY
SETTINGS ttl_only_drop_parts = 1;

-- One row per transaction.
CREATE TABLE IF NOT EXISTS transactions
(
    slot                   UInt64 CODEC(Delta, ZSTD),
    block_index            UInt32 COMMENT 'index in the block: with the slot, the real order' CODEC(Delta, ZSTD),
    entry_index            Nullable(UInt32) COMMENT 'null: entries not known' CODEC(ZSTD),
    tx_index               Nullable(UInt32) COMMENT 'index within the entry' CODEC(ZSTD),
    poh_tick               Nullable(UInt64) CODEC(Delta, ZSTD),
    block_time             Nullable(DateTime('UTC')) CODEC(ZSTD),
    signature              FixedString(64) COMMENT 'the first one: the transaction id' CODEC(NONE),
    other_signatures       Array(FixedString(64)),
    signer                 FixedString(32) COMMENT 'the first one: pays the fee',
    other_signers          Array(FixedString(32)),
    tx_version             Int8 COMMENT '-1: legacy',
    is_vote                Bool,
    success                Nullable(Bool),
    error                  LowCardinality(Nullable(String)) COMMENT 'as RPC prints it; null when successful or not known',
    fee                    Nullable(UInt64) COMMENT 'lamports',
    priority_fee           Nullable(UInt64) COMMENT 'lamports beyond 5,000 a signature',
    compute_unit_price     Nullable(UInt64) COMMENT 'micro-lamports; null: not set',
    compute_unit_limit     Nullable(UInt32) COMMENT 'null: not set',
    compute_units          Nullable(UInt32) COMMENT 'consumed',
    cost_units             Nullable(UInt32),
    jito_tip               Nullable(UInt64) COMMENT 'lamports',
    sol_change             Nullable(Int64) COMMENT 'lamports, of the signer, fee included',
    token_changes          Array(Tuple(mint FixedString(32), decimals UInt8, amount Int128)) COMMENT 'of token accounts that the signer owns',
    accounts_read_count    Nullable(UInt16) COMMENT 'null: loaded addresses not known',
    accounts_written_count Nullable(UInt16),
    version                UInt8,
    inserted_at            DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (slot, block_index)
TTL inserted_at + INTERVAL 8 DAY
SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024;
