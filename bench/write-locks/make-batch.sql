-- The locks of a run of slots: each slot has those of the real block {copies:UInt8} times, so that hot accounts are as hot
-- as they were. Accounts that one transaction named are others in every slot, or the tables would hold no cold ones; fee
-- payers are others every 256 slots, and two prices in three are new, or sets and histograms would be too small.
CREATE OR REPLACE TABLE bench_batch ENGINE = Memory AS
WITH (SELECT max(block_index) + 1 FROM bench_seed) AS size
SELECT
    if(l.uses = 1, toFixedString(concat(substring(l.account, 1, 24), reinterpretAsFixedString(cityHash64(s.slot, c.copy))), 32), l.account) AS account,
    s.slot AS slot, toUInt32(l.block_index + c.copy * size) AS block_index, l.is_write AS is_write,
    l.is_signer AS is_signer, l.is_vote AS is_vote, l.is_failed AS is_failed, l.compute_units AS compute_units,
    multiIf(
        NOT l.is_write OR l.is_vote, l.compute_unit_price,
        cityHash64(s.slot, l.block_index) % 3 = 0, l.compute_unit_price,
        cityHash64(s.slot, l.block_index, 1) % 50000 * 100) AS compute_unit_price,
    if(l.is_write, cityHash64(l.signer_prefix, intDiv(s.slot, 256)), 0) AS signer_prefix
FROM (SELECT number + {from:UInt64} AS slot FROM numbers({slots:UInt64})) AS s
CROSS JOIN (SELECT number AS copy FROM numbers({copies:UInt8})) AS c
CROSS JOIN bench_seed AS l
