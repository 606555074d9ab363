-- Dense runs of slots made from one real block (stored at slot {seed:UInt64}): every generated slot holds all of its
-- locks {copies:UInt8} times, so hot accounts are as hot as they were. Accounts that only one transaction
-- touched are renamed per slot, or the tables would hold no cold accounts.
WITH (SELECT max(block_index) + 1 FROM transactions WHERE slot = {seed:UInt64}) AS size
SELECT
    if(l.uses = 1, toFixedString(concat(substring(l.account, 1, 24), reinterpretAsFixedString(cityHash64(s.slot, c.copy))), 32), l.account) AS account,
    s.slot AS slot, toUInt32(l.block_index + c.copy * size) AS block_index, l.is_write AS is_write, l.is_signer AS is_signer,
    l.is_vote AS is_vote, l.is_failed AS is_failed, l.compute_units AS compute_units,
    l.compute_unit_price AS compute_unit_price, l.signer_prefix AS signer_prefix, 5 AS version,
    -- Those of make-transactions.sql, computed again: a join would cost more than all the rest.
    intDiv(min(block_index) OVER in_slot * 64, size * {copies:UInt8}) AS first_tick,
    intDiv(max(block_index) OVER in_slot * 64, size * {copies:UInt8}) - first_tick AS tick_span
FROM (SELECT number + {from:UInt64} AS slot FROM numbers({slots:UInt64})) AS s
CROSS JOIN (SELECT number AS copy FROM numbers({copies:UInt8})) AS c
CROSS JOIN
(
    SELECT *, count() OVER (PARTITION BY account) AS uses FROM account_locks WHERE slot = {seed:UInt64}
) AS l
WINDOW in_slot AS (PARTITION BY account, s.slot)
