-- One row per block, written last: a slot is stored when its row is here, and only then.
-- Keyed by slot and hash, so that two different blocks for one slot are both seen (and the older one is deleted)
-- instead of one silently replacing the other in a merge.
CREATE TABLE IF NOT EXISTS slots
(
    slot              UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    parent_slot       Nullable(UInt64) COMMENT 'slot of the parent block' CODEC(Delta, ZSTD),
    blockhash         FixedString(32) COMMENT 'PoH hash at the end of the block',
    parent_blockhash  Nullable(FixedString(32)) COMMENT 'hash of the parent block',
    block_time        Nullable(DateTime('UTC')) COMMENT 'null: the source did not say',
    block_height      Nullable(UInt64) COMMENT 'blocks before it, slots without a block not counted',
    leader            Nullable(FixedString(32)) COMMENT 'identity or fee collector that the fee reward names',
    content           Enum8('entries_only' = 1, 'no_entries' = 2, 'full' = 3) COMMENT 'whether entries and transactions came with it',
    model             Nullable(Enum8('ticked' = 1, 'alpenglow' = 2)) COMMENT 'null: entries not known',
    source            LowCardinality(String) COMMENT 'where it came from',
    has_meta          Bool COMMENT 'its transactions came with their results',
    transaction_count UInt32 COMMENT 'transactions, votes included',
    vote_count        Nullable(UInt32) COMMENT 'vote transactions',
    failed_count      Nullable(UInt32) COMMENT 'failed transactions',
    entry_count       Nullable(UInt32) COMMENT 'ticks included',
    tick_count        Nullable(UInt32) COMMENT 'tick entries',
    num_hashes        Nullable(UInt64) COMMENT 'PoH hashes since the entry before, in slots those of the whole block',
    version           UInt8 COMMENT 'quality of this version; of two versions of a block the better one wins. 8 and more: its token links are all known; below 8: not known. Modulo 8: 1 entries only, 2 transactions without meta, 3 transactions with meta, 4 both without meta, 5 both with meta',
    inserted_at       DateTime('UTC') DEFAULT now() COMMENT 'when the row was written',
    INDEX times block_time TYPE minmax GRANULARITY 1,
    INDEX inserted inserted_at TYPE minmax GRANULARITY 1
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY (slot, blockhash)
SETTINGS min_parts_to_merge_at_once = 10, merge_selector_base = 10
COMMENT 'one row per stored block, written last: a slot is stored when its row is here';

-- One row per entry, ticks included.
CREATE TABLE IF NOT EXISTS entries
(
    slot              UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    entry_index       UInt32 COMMENT 'index of the entry in its block' CODEC(Delta, ZSTD),
    num_hashes        UInt64 COMMENT 'PoH hashes since the entry before, in slots those of the whole block' CODEC(T64, ZSTD),
    hash              FixedString(32) COMMENT 'PoH hash at the end of the entry' CODEC(NONE),
    transaction_count UInt32 COMMENT 'transactions, votes included' CODEC(ZSTD),
    start_index       UInt32 COMMENT 'index in the block of its first transaction, derived' CODEC(Delta, ZSTD),
    is_tick           Bool COMMENT 'an entry without transactions that ends a tick' CODEC(ZSTD),
    poh_tick          UInt64 COMMENT 'tick height: ticks before a transaction entry; a tick counts itself' CODEC(DoubleDelta, ZSTD),
    version           UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at       DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (slot, entry_index)
TTL inserted_at + INTERVAL 8 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'one row per entry of a block, ticks included; kept for 8 days';

-- One row per transaction.
CREATE TABLE IF NOT EXISTS transactions
(
    slot                   UInt64 COMMENT 'slot of the block' CODEC(Delta, ZSTD),
    block_index            UInt32 COMMENT 'index in the block: with the slot, the real order' CODEC(Delta, ZSTD),
    entry_index            Nullable(UInt32) COMMENT 'null: entries not known' CODEC(ZSTD),
    tx_index               Nullable(UInt32) COMMENT 'index within the entry' CODEC(T64, ZSTD),
    poh_tick               Nullable(UInt64) COMMENT 'ticks before the transaction, by PoH, null: entries not known' CODEC(DoubleDelta, ZSTD),
    block_time             Nullable(DateTime('UTC')) COMMENT 'time of the block as the cluster states it, in seconds, null: not known' CODEC(ZSTD),
    signature              FixedString(64) COMMENT 'the first one: the transaction id' CODEC(NONE),
    other_signatures       Array(FixedString(64)) COMMENT 'signatures after the first' CODEC(ZSTD),
    signer                 FixedString(32) COMMENT 'the first one: pays the fee' CODEC(ZSTD),
    other_signers          Array(FixedString(32)) COMMENT 'signers beside the fee payer' CODEC(ZSTD),
    tx_version             Int8 COMMENT '-1: legacy' CODEC(ZSTD),
    is_vote                Bool COMMENT 'a simple vote transaction',
    success                Nullable(Bool) COMMENT 'the transaction succeeded' CODEC(ZSTD),
    error                  LowCardinality(Nullable(String)) COMMENT 'as RPC prints it; null when successful or not known',
    failed_program         LowCardinality(Nullable(FixedString(32))) COMMENT 'innermost program that the log reports as failed; null: successful, or not recorded',
    error_name             LowCardinality(Nullable(String)) COMMENT 'the error as the log names it; null: successful, not named, or not recorded',
    fee                    Nullable(UInt64) COMMENT 'lamports' CODEC(ZSTD),
    priority_fee           Nullable(UInt64) COMMENT 'lamports beyond 5,000 a signature' CODEC(ZSTD),
    compute_unit_price     Nullable(UInt64) COMMENT 'micro-lamports; null: not set' CODEC(ZSTD),
    compute_unit_limit     Nullable(UInt32) COMMENT 'null: not set' CODEC(ZSTD),
    compute_units          Nullable(UInt32) COMMENT 'consumed' CODEC(T64, ZSTD),
    cost_units             Nullable(UInt32) COMMENT 'cost units by which the leader packs, null: not known' CODEC(T64, ZSTD),
    jito_tip               Nullable(UInt64) COMMENT 'lamports' CODEC(ZSTD),
    sol_change             Nullable(Int64) COMMENT 'lamports, of the signer, fee included' CODEC(T64, ZSTD),
    token_changes          Array(Tuple(mint FixedString(32), decimals UInt8, amount Int128)) COMMENT 'of token accounts that the signer owns' CODEC(ZSTD),
    accounts_read_count    Nullable(UInt16) COMMENT 'null: loaded addresses not known' CODEC(ZSTD),
    accounts_written_count Nullable(UInt16) COMMENT 'accounts that it locks for writing' CODEC(ZSTD),
    markets                Array(Tuple(pool FixedString(32), program_id FixedString(32), mints Array(FixedString(32)))) COMMENT 'pools swapped in, in order; of a failed transaction those it tried',
    version                UInt8 COMMENT 'quality of this version of the block, the best one wins',
    inserted_at            DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(version)}}
PARTITION BY intDiv(slot, 262144)
ORDER BY (slot, block_index)
TTL inserted_at + INTERVAL 8 DAY
SETTINGS
    ttl_only_drop_parts = 1,
    index_granularity = 1024,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600,
    min_age_to_force_merge_on_partition_only = 1
COMMENT 'one row per transaction';

-- Maps the first 8 bytes of a signature to its position. Each hit is checked against the full signature.
-- Has few partitions on purpose: a look-up does not know the slot and reads all of them.
CREATE TABLE IF NOT EXISTS signatures
(
    signature_prefix UInt64 COMMENT 'first 8 bytes of the signature' CODEC(Delta, T64, ZSTD),
    slot             UInt64 COMMENT 'slot of the block' CODEC(ZSTD),
    block_index      UInt32 COMMENT 'index of the transaction in its block: with the slot, the real order' CODEC(T64, ZSTD),
    inserted_at      DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY (signature_prefix, slot, block_index)
TTL inserted_at + INTERVAL 8 DAY
SETTINGS
    index_granularity = 1024,
    merge_with_ttl_timeout = 86400,
    min_parts_to_merge_at_once = 10,
    merge_selector_base = 10
COMMENT 'where the transaction of a signature is, by the first bytes of the signature';

-- Slots known to be missing or wrong, with the cause. A row is rewritten as its state changes.
CREATE TABLE IF NOT EXISTS gaps
(
    from_slot  UInt64 COMMENT 'first slot of the range',
    to_slot    UInt64 COMMENT 'inclusive',
    cause      LowCardinality(String) COMMENT 'incomplete, missing, replaced, garbage',
    state      Enum8('open' = 1, 'repairing' = 2, 'repaired' = 3, 'given_up' = 4) COMMENT 'what became of the gap',
    detail     String COMMENT 'why it is in that state',
    tries      UInt32 COMMENT 'attempts to repair it',
    updated_at DateTime64(6, 'UTC') DEFAULT now64(6) COMMENT 'when its state was last written'
)
ENGINE = {{engine: ReplacingMergeTree(updated_at)}}
ORDER BY (from_slot, to_slot, cause)
COMMENT 'ranges of slots that are missing or incomplete, and what became of them';
