-- Number of transactions of a range that lock an account. Key of `account_locks`: (account, slot).
SELECT count()
FROM
(
    SELECT DISTINCT slot, block_index
    FROM account_locks
    WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
)
