-- How many transactions a wallet signed. Keys: `account_locks` by (account, slot); `slots` by the range. Locks live 4 days,
-- so that the slots of all days asked are fewer than the locks of a granule for each part.
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
