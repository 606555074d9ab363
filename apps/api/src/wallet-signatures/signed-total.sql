-- How many transactions the wallet signed in a range. Keys: `account_locks` by (account, slot), a row a lock of the wallet;
-- `slots` by the range: only of blocks that are stored to their end.
SELECT sum(transactions)
FROM
(
    SELECT slot, uniqExact(block_index) AS transactions
    FROM account_locks
    PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    WHERE is_signer
    GROUP BY slot
)
WHERE slot IN (SELECT slot FROM slots WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND content != 'entries_only')
