-- How often the account was locked in each slot of a range, and the ticks of the first and last time. Counted when
-- the blocks were written, so that a hot account costs as little as a cold one.
-- Key of `account_slots` (account, slot): at most a row a slot and copy, 201 slots.
SELECT slot, lock_count, first_poh_tick, last_poh_tick
FROM account_slots
WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY slot, version DESC
LIMIT 1 BY slot
