-- The locks of an account in the slots that a page touches, in every copy, so that for a hot account only these are
-- read. The caller takes the best copy of each, and cuts the page. Key of `account_locks` (account, slot): the account's
-- rows in these slots.
SELECT slot, block_index, is_write, version
FROM account_locks
WHERE account = toFixedString(unhex({account:String}), 32) AND slot IN {slots:Array(UInt64)}
