-- What is stored of some slots: the best copy of each block (there should be one block a slot). A copy whose rows may
-- be gone for their age (an operator may keep `account_locks` for a day; `slots` rows stay) counts as quality 0: known,
-- not stored.
-- Key of `slots`; reads one granule a slot at most.
SELECT slot, hex(blockhash), toString(content), if(inserted_at < now() - INTERVAL 12 HOUR, 0, version)
FROM slots
WHERE slot IN {slots:Array(UInt64)}
ORDER BY slot, blockhash, version DESC, inserted_at DESC
LIMIT 1 BY slot, blockhash
