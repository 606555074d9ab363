-- How many transactions a wallet signed. Keys: `account_locks` by (account, slot); `slots` by the range. Locks live 4 days,
-- so that the slots of all days asked are fewer than the locks of a granule for each part. The join remembers the few slots
-- of the wallet, not the many of the range, and takes each once, however many rows `slots` has for it.
SELECT sum(transactions)
FROM
(
    SELECT slot
    FROM slots
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND content != 'entries_only'
) AS stored
RIGHT SEMI JOIN
(
    SELECT slot, uniqExact(block_index) AS transactions
    FROM account_locks
    PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    WHERE is_signer
    GROUP BY slot
) AS signed ON stored.slot = signed.slot
