-- How many transactions a wallet signed. Key of `account_locks`: (account, slot). Locks live 4 days.
SELECT uniqExact(slot, block_index)
FROM account_locks
WHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND is_signer
    AND slot IN
    (
        SELECT slot
        FROM slots
        WHERE content != 'entries_only'
            AND slot IN
            (
                SELECT slot
                FROM account_locks
                WHERE account = toFixedString(unhex({wallet:String}), 32)
                    AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND is_signer
            )
    )
