-- Dense runs of slots made from one real block (stored at slot {seed:UInt64}): every generated slot holds all of its
-- locks {copies:UInt8} times, so hot accounts are as hot as they were. Accounts that only one transaction
-- touched are renamed per slot, or the tables would hold no cold accounts.
INSERT INTO account_locks (account, slot, block_index, is_write, is_signer, is_vote, is_failed, compute_units,
    compute_unit_price, signer_prefix, version)
WITH (SELECT max(block_index) + 1 FROM transactions WHERE slot = {seed:UInt64}) AS size
SELECT
    if(l.uses = 1, toFixedString(concat(substring(l.account, 1, 24), reinterpretAsFixedString(cityHash64(s.slot, c.copy))), 32), l.account),
    s.slot, l.block_index + c.copy * size, l.is_write, l.is_signer, l.is_vote, l.is_failed, l.compute_units,
    l.compute_unit_price, l.signer_prefix, 5
FROM (SELECT number + {from:UInt64} AS slot FROM numbers({slots:UInt64})) AS s
CROSS JOIN (SELECT number AS copy FROM numbers({copies:UInt8})) AS c
CROSS JOIN
(
    SELECT *, count() OVER (PARTITION BY account) AS uses FROM account_locks FINAL WHERE slot = {seed:UInt64}
) AS l
