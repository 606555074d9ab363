-- The real block that all data is made from: a row for each account, with its locks in all the copies of the block that a
-- slot has, the last of which is cut. Accounts that a single transaction names are others in each copy. In the order of
-- their first 24 bytes, which stay; `kind` says what becomes of the others (make-locks.sql).
CREATE OR REPLACE TABLE bench_seed ENGINE = Memory AS
SELECT
    base, tail,
    multiIf(
        uses >= 8 AND (NOT is_written OR cityHash64(base) % 2 = 0), 'steady',
        uses >= 8, 'passing',
        is_voting, 'voting',
        uses > 1, 'middling',
        'once'
    ) AS kind,
    locks
FROM
(
    SELECT
        toFixedString(
            if(
                uses = 1 AND copy > 0,
                concat(reinterpretAsFixedString(cityHash64(account, copy)), substring(account, 9, 16)),
                substring(account, 1, 24)
            ), 24) AS base,
        toFixedString(substring(account, 25, 8), 8) AS tail,
        uses, max(is_write) AS is_written, max(is_vote) AS is_voting,
        arraySort(lock -> lock.1, groupArray((toUInt32(block_index + copy * size), is_write, is_signer, is_vote, is_failed,
            compute_units, compute_unit_price, signer_prefix))) AS locks
    FROM
    (
        SELECT *, count() OVER (PARTITION BY account) AS uses, max(block_index) OVER () + 1 AS size
        FROM account_locks
        WHERE slot = {seed:UInt64}
    ) AS seed
    CROSS JOIN (SELECT number AS copy FROM numbers(100)) AS copies
    WHERE block_index + copy * size < {transactions:UInt32}
    GROUP BY base, tail, uses
)
ORDER BY base
