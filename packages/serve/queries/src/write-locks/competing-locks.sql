-- The newest locks of an account in slots in which it has a conflict: 100 of them, newest first. Keys:
-- `account_slots` (account, slot), read for the slots, then the arrays of 50 slots at most.
SELECT slot, arrayJoin(locks.block_index) AS block_index
FROM account_slots
WHERE account = toFixedString(unhex({account:String}), 32)
    AND slot IN
    (
        SELECT slot
        FROM
        (
            SELECT slot, lock_count, write_count
            FROM account_slots
            WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            ORDER BY slot DESC, version DESC
            LIMIT 1 BY slot
        )
        WHERE write_count > 0 AND lock_count > 1
            AND slot IN
            (
                SELECT slot
                FROM stored_slots(from_slot = {from:UInt64}, to_slot = {to:UInt64})
                WHERE is_readable
            )
        ORDER BY slot DESC
        LIMIT 50
    )
ORDER BY slot DESC, block_index DESC
LIMIT 1 BY slot, block_index
LIMIT 100
