-- What the stream does not tell, over JSON-RPC and from files: who leads a slot, who the validators are, what tokens are
-- called, what addresses are known as.

-- One row per slot of an epoch's leader schedule. Not per turn of four slots: how long a turn is, is the cluster's
-- setting, and a row per slot joins with every other table as it is. Schedules repeat their identities: an epoch of
-- 432,000 slots is about a megabyte.
CREATE TABLE IF NOT EXISTS leaders
(
    slot        UInt64 CODEC(Delta, ZSTD),
    identity    LowCardinality(FixedString(32)) CODEC(ZSTD),
    observed_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when the schedule was read; the newest reading counts' CODEC(Delta, ZSTD)
)
ENGINE = ReplacingMergeTree(observed_at)
PARTITION BY intDiv(slot, 8388608)
ORDER BY slot;

-- Snapshots of the validators: a row when something about one has changed. Valid from the slot that the chain was at when
-- it was seen so, until the next row of the same identity. The chain's slot and not the clock: then it joins with blocks
-- whose time nobody told. Null: not known (yet); it takes nothing back that an earlier row knew.
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
ENGINE = ReplacingMergeTree(observed_at)
ORDER BY (identity, valid_from_slot);

-- One row per mint that was asked about. Symbol and name are null where the mint has no metadata; decimals and program
-- too where there is no such account. Whoever makes a token names it: the names are claims, not identities.
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
ENGINE = ReplacingMergeTree(observed_at)
ORDER BY mint;

-- One row per address that somebody vouches for: this build's list, and over it the operator's own file.
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
ENGINE = ReplacingMergeTree(observed_at, is_deleted)
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
