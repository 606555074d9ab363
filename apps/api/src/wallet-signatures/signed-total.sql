-- How many transactions the wallet signed in a range. Keys: `account_locks` by (account, slot), a row a lock of the wallet,
-- twice; `slots` by those slots, not by the range, of which a week has a million: only of blocks stored to their end.
SELECT sum(transactions)
FROM
(
    SELECT slot, uniqExact(block_index) AS transactions
    FROM account_locks
    PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    WHERE is_signer
    GROUP BY slot
)
WHERE slot IN
    (
        SELECT slot
        FROM slots
        WHERE content != 'entries_only'
            AND slot IN
            (
                SELECT slot
                FROM account_locks
                PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                WHERE is_signer
            )
    )
