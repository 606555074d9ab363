-- The number of locks of an account in each slot of a range, with the ticks of the first and last one, in every
-- version. Counted when the blocks were written, so that a hot account costs no more than a cold one. Key of
-- `account_slots` (account, slot): at most one row per slot and version, 201 slots. The caller takes the best version
-- of each. Ticks count from the slot: the alias columns of the whole ticks cost twice as much.
SELECT slot, lock_count, first_tick, tick_span, version
FROM account_slots
WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
