-- A sample for a query with a result: a transaction in the middle of a slot that has neighbours on both sides,
-- and the account that most transactions of that slot wrote. Votes are left out. Reads one slot of
-- `account_locks`, through the partition.
SELECT base58Encode(t.signature), base58Encode(a.account)
FROM
(
    SELECT account, groupArray(block_index) AS indexes
    FROM account_locks
    WHERE slot = {slot:UInt64} AND is_write AND NOT is_vote
    GROUP BY account
    ORDER BY count() DESC, account
    LIMIT 1
) AS a
INNER JOIN
(
    SELECT block_index, signature FROM transactions FINAL WHERE slot = {slot:UInt64}
) AS t ON t.block_index = arraySort(a.indexes)[intDiv(length(a.indexes), 2) + 1]
