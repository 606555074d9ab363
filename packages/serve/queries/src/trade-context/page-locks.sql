-- The locks of an account in the slots that a page touches, in every version, so that for a hot account only these are
-- read. The caller takes the best version of each, and cuts the page. Key of `account_slots` (account, slot): the
-- account's rows in these slots. Indexes in the block and flags (`LOCK_FLAGS` in packages/core/store) of its
-- transactions, in their order.
SELECT slot, locks.block_index, locks.flags, version
FROM account_slots
WHERE account = toFixedString(unhex({account:String}), 32) AND slot IN {slots:Array(UInt64)}
