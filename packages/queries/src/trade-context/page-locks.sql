-- The transactions of a page, in the chain's order, and how they lock the account. `slots` are the slots that
-- the page touches, so that for a hot account only these are read. The first `skip` rows of the first slot are
-- on earlier pages. Key of `account_locks` (account, slot): the account's rows in these slots, in every copy.
-- LIMIT BY with the version is correct before merges, and faster here than FINAL.
SELECT slot, block_index, is_write
FROM account_locks
WHERE account = toFixedString(unhex({account:String}), 32) AND slot IN {slots:Array(UInt64)}
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
LIMIT {rows:UInt32} OFFSET {skip:UInt32}
