-- The blocks stored in a range of slots and 64 slots beyond it (one of those tells which slots before it were
-- skipped), each with what it did to the account. Two rows for a slot: two blocks, a conflict about to be cleared.
-- Keys: `slots` by slot, `account_slots` by (account, slot): at most one row a slot and copy, 265 slots.
SELECT s.slot, s.parent_slot, toString(s.content), s.is_expired, a.lock_count, a.first_poh_tick, a.last_poh_tick
FROM
(
    SELECT
        slot, parent_slot, content,
        -- The time to live of account_locks; the `slots` row of a block is written last, within minutes.
        inserted_at < now() - INTERVAL 4 DAY + INTERVAL 10 MINUTE AS is_expired
    FROM slots
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} + 64
    ORDER BY slot, blockhash, version DESC
    LIMIT 1 BY slot, blockhash
) AS s
LEFT JOIN
(
    SELECT slot, lock_count, first_poh_tick, last_poh_tick
    FROM account_slots
    WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    ORDER BY slot, version DESC
    LIMIT 1 BY slot
) AS a ON a.slot = s.slot
ORDER BY s.slot
