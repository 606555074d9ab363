-- The blocks of some slots, in every copy. Two hashes for a slot: two blocks, a conflict about to be cleared. Key of `slots`:
-- one granule per slot.
SELECT slot, hex(blockhash), toString(content)
FROM slots
WHERE slot IN {slots:Array(UInt64)}
