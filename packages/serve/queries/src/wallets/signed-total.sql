-- The number of transactions that the wallet signed in a range, in blocks stored whole only. Keys:
-- `account_slots` by (account, slot), one row per slot of the wallet, read twice; `slots` by those slots, not
-- by the range, because a week has a million slots.
SELECT sum(transactions)
FROM
(
    SELECT slot, max(signed_count) AS transactions
    FROM account_slots
    PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    WHERE signed_count > 0
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
                FROM account_slots
                PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                WHERE signed_count > 0
            )
    )
