-- Reference data that is not in the stream, read over JSON-RPC and from files: leader schedules, validators, names of
-- tokens, labels of addresses.

-- One row per slot of an epoch's leader schedule. Not one per four consecutive slots: that number is a setting of the
-- cluster, and a row per slot joins directly with every other table. The identities repeat, so an epoch of 432,000 slots
-- takes about a megabyte.
CREATE TABLE IF NOT EXISTS leaders
(
    slot        UInt64 CODEC(Delta, ZSTD),
    identity    LowCardinality(FixedString(32)) CODEC(ZSTD),
    observed_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when the schedule was read; the newest reading counts' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(observed_at)}}
PARTITION BY intDiv(slot, 8388608)
ORDER BY slot;

-- Snapshots of the validators: one row for each change. Valid from the slot that the chain was at when the change was
-- seen, until the next row of the same identity. It has a slot instead of a time, so that it joins with blocks
-- without a time. Null: not known (yet); the value of an earlier row still holds.
CREATE TABLE IF NOT EXISTS validators
(
    identity        FixedString(32),
    valid_from_slot UInt64,
    vote_account    Nullable(FixedString(32)),
    client          LowCardinality(Nullable(String)) COMMENT 'by gossip: Agave, Firedancer, JitoLabs, …, or Unknown(n)',
    version         LowCardinality(Nullable(String)) COMMENT 'by gossip, with client: the two are one fact',
    name            Nullable(String) COMMENT 'what the validator calls itself',
    observed_at     DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{engine: ReplacingMergeTree(observed_at)}}
ORDER BY (identity, valid_from_slot);

-- One row per mint that was asked about. Symbol and name are null where the mint has no metadata; decimals and program
-- too where there is no such account. The creator of a token chooses its names: they are claims, not identities.
CREATE TABLE IF NOT EXISTS tokens
(
    mint        FixedString(32),
    symbol      Nullable(String),
    name        Nullable(String),
    decimals    Nullable(UInt8),
    program     LowCardinality(Nullable(FixedString(32))) COMMENT 'token program that owns the mint',
    source      LowCardinality(String) COMMENT 'token_2022, metaplex: where the names come from; mint: it has none; none: no mint is there',
    observed_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{engine: ReplacingMergeTree(observed_at)}}
ORDER BY mint;

-- One row per labelled address: the built-in list, overridden by the operator's own file.
CREATE TABLE IF NOT EXISTS labels
(
    address     FixedString(32),
    kind        LowCardinality(String) COMMENT 'program, exchange, bot, tip_account, token, pool, wallet, …',
    label       String,
    tags        Array(String),
    source      String COMMENT 'who says so: a page, a repository, the operator''s file',
    is_deleted  UInt8 DEFAULT 0 COMMENT '1: no longer in the list',
    observed_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{engine: ReplacingMergeTree(observed_at, is_deleted)}}
ORDER BY address;

CREATE OR REPLACE VIEW leaders_text AS
SELECT slot, base58Encode(identity) AS identity FROM leaders FINAL;

CREATE OR REPLACE VIEW validators_text AS
SELECT
    base58Encode(identity) AS identity, valid_from_slot,
    if(vote_account IS NULL, NULL, base58Encode(assumeNotNull(vote_account))) AS vote_account, client, version, name,
    observed_at
FROM validators FINAL;

CREATE OR REPLACE VIEW tokens_text AS
SELECT
    base58Encode(mint) AS mint, symbol, name, decimals,
    if(program IS NULL, NULL, base58Encode(assumeNotNull(program))) AS program, source, observed_at
FROM tokens FINAL;

CREATE OR REPLACE VIEW labels_text AS
SELECT base58Encode(address) AS address, kind, label, tags, source, observed_at FROM labels FINAL;
