-- The sandwiches of a pool, a token, an attacker or a victim by key (docs/adr/0031): the lists of them read some rows of this
-- table instead of filters and whole columns of `sandwiches`. A row says that some revision of a sandwich has the address; the
-- reader of the sandwich sees whether the newest one does.
CREATE TABLE IF NOT EXISTS sandwiches_by_address
(
    kind        Enum8('pool' = 1, 'token' = 2, 'attacker' = 3, 'victim' = 4) COMMENT 'what the address is in the sandwich',
    address     FixedString(32) COMMENT 'account of a pool, mint, or wallet',
    first_slot  UInt64 COMMENT 'with bracket_id the key of the sandwich' CODEC(Delta, ZSTD),
    bracket_id  String COMMENT 'id of the sandwich: position of its first frontrun leg' CODEC(ZSTD),
    may_count   Bool COMMENT 'it may count by some record of the actor; false too where the sandwich was taken back',
    revision    UInt32 COMMENT 'of its sandwich',
    inserted_at DateTime('UTC') DEFAULT now() COMMENT 'when the row was written' CODEC(Delta, ZSTD)
)
ENGINE = {{engine: ReplacingMergeTree(revision)}}
PARTITION BY intDiv(first_slot, 1048576)
ORDER BY (kind, address, first_slot, bracket_id)
TTL inserted_at + INTERVAL 35 DAY
SETTINGS index_granularity = 512, ttl_only_drop_parts = 1, min_parts_to_merge_at_once = 10, merge_selector_base = 10,
    min_age_to_force_merge_seconds = 3600, min_age_to_force_merge_on_partition_only = 1
COMMENT 'sandwiches in the order of their pools, tokens, attackers and victims';

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwiches_by_address_source TO sandwiches_by_address AS
SELECT
    place.1 AS kind, place.2 AS address, first_slot, bracket_id,
    is_deleted = 0 AND (confidence != 'suspected' OR arrayExists(
        said -> said != '' AND NOT startsWith(said, 'suspected'), [if_unknown, if_known_bot, if_scalper])) AS may_count,
    revision, inserted_at
FROM sandwiches
ARRAY JOIN arrayDistinct(arrayConcat(
    [('pool', pool), ('pool', back_pool), ('token', mint_in), ('token', mint_out)], arrayMap(a -> ('attacker', a), attackers))) AS place;

CREATE MATERIALIZED VIEW IF NOT EXISTS sandwiches_by_victim_source TO sandwiches_by_address AS
SELECT 'victim' AS kind, trader AS address, first_slot, bracket_id, may_count, revision, inserted_at
FROM sandwich_legs
WHERE role = 'victim';

INSERT INTO sandwiches_by_address (kind, address, first_slot, bracket_id, may_count, revision, inserted_at)
SELECT
    place.1, place.2, first_slot, bracket_id,
    is_deleted = 0 AND (confidence != 'suspected' OR arrayExists(
        said -> said != '' AND NOT startsWith(said, 'suspected'), [if_unknown, if_known_bot, if_scalper])),
    revision, inserted_at
FROM sandwiches
ARRAY JOIN arrayDistinct(arrayConcat(
    [('pool', pool), ('pool', back_pool), ('token', mint_in), ('token', mint_out)], arrayMap(a -> ('attacker', a), attackers))) AS place;

INSERT INTO sandwiches_by_address (kind, address, first_slot, bracket_id, may_count, revision, inserted_at)
SELECT 'victim', trader, first_slot, bracket_id, may_count, revision, inserted_at
FROM sandwich_legs
WHERE role = 'victim';

-- A page of sandwiches reads a row each of many places of all columns. Smaller compressed blocks halve the work, for a tenth
-- more disk. New parts and merges have them.
ALTER TABLE sandwiches MODIFY SETTING min_compress_block_size = 8192;
ALTER TABLE sandwich_legs MODIFY SETTING min_compress_block_size = 8192;
