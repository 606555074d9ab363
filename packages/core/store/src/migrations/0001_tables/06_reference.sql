-- One row per slot of an epoch's leader schedule. Not one per four consecutive slots: that number is a setting of the
-- cluster, and a row per slot joins directly with every other table. The identities repeat, so an epoch of 432,000 slots
-- takes about a megabyte.
CREATE TABLE IF NOT EXISTS leaders
(
    slot        UInt64 COMMENT 'slot of the schedule' CODEC(Delta, ZSTD),
    identity    LowCardinality(FixedString(32)) COMMENT 'identity key of the validator' CODEC(ZSTD),
    observed_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when the schedule was read; the newest reading counts' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(observed_at)}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY slot
COMMENT 'the leader schedule, one row per slot';

-- Snapshots of the validators: one row for each change. Valid from the slot that the chain was at when the change was
-- seen, until the next row of the same identity. It has a slot instead of a time, so that it joins with blocks
-- without a time. Null: not known (yet); the value of an earlier row still holds.
CREATE TABLE IF NOT EXISTS validators
(
    identity        FixedString(32) COMMENT 'identity key of the validator',
    valid_from_slot UInt64 COMMENT 'the row is valid from this slot on',
    vote_account    Nullable(FixedString(32)) COMMENT 'its vote account, null: not known',
    client          LowCardinality(Nullable(String)) COMMENT 'by gossip: Agave, Firedancer, JitoLabs, …, or Unknown(n)',
    version         LowCardinality(Nullable(String)) COMMENT 'by gossip, with client: the two are one fact',
    name            Nullable(String) COMMENT 'what the validator calls itself',
    observed_at     DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when this was read'
)
ENGINE = {{engine: ReplacingMergeTree(observed_at)}}
ORDER BY (identity, valid_from_slot)
COMMENT 'client, version and name of validators, each from a slot on';

-- One row per mint that was asked about. Symbol and name are null where the mint has no metadata; decimals and program
-- too where there is no such account. The creator of a token chooses its names: they are claims, not identities.
CREATE TABLE IF NOT EXISTS tokens
(
    mint        FixedString(32) COMMENT 'mint of the token',
    symbol      Nullable(String) COMMENT 'as the metadata states it, anyone may choose any, null: none',
    name        Nullable(String) COMMENT 'name that is given, null: none is known',
    decimals    Nullable(UInt8) COMMENT 'one token is 10 to this power of the smallest unit, null: not known',
    program     LowCardinality(Nullable(FixedString(32))) COMMENT 'token program that owns the mint',
    source      LowCardinality(String) COMMENT 'token_2022, metaplex: where the names come from; mint: it has none; none: no mint is there',
    observed_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when this was read'
)
ENGINE = {{engine: ReplacingMergeTree(observed_at)}}
ORDER BY mint
COMMENT 'names and decimals of mints';

-- One row per labelled address: the built-in list, overridden by the operator's own file.
CREATE TABLE IF NOT EXISTS labels
(
    address     FixedString(32) COMMENT 'the labelled address in bytes',
    kind        LowCardinality(String) COMMENT 'program, exchange, bot, tip_account, token, pool, wallet, …',
    label       String COMMENT 'name of the address',
    tags        Array(String) COMMENT 'further words for the address',
    source      String COMMENT 'who says so: a page, a repository, the operator\'s file',
    is_deleted  UInt8 DEFAULT 0 COMMENT '1: no longer in the list',
    observed_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when this was read'
)
ENGINE = {{engine: ReplacingMergeTree(observed_at, is_deleted)}}
ORDER BY address
COMMENT 'names of addresses: the built-in list, overridden by the file of the operator';

-- One row per tip account that an operator added to those of the build. It counts in blocks from a slot on that is ahead of
-- all ingesters when it is added, so that they all write the same tips.
CREATE TABLE IF NOT EXISTS tip_accounts
(
    account   FixedString(32) COMMENT 'lamports that it gets by system transfer are a tip',
    service   LowCardinality(String) COMMENT 'landing service, or terminal, that takes tips there',
    kind      LowCardinality(String) COMMENT 'landing, terminal, unlisted',
    source    String COMMENT 'who says so: a page, a repository',
    from_slot UInt64 COMMENT 'it counts in blocks from this slot on',
    added_at  DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when it was added'
)
ENGINE = {{engine: ReplacingMergeTree(added_at)}}
ORDER BY account
COMMENT 'tip accounts beside those of the build';
