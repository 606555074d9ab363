-- The best stored version of each block of some slots (there should be one block per slot). A version with possibly
-- expired rows counts as quality 0, that is, not stored: an operator may keep `account_slots` for a day, while `slots`
-- rows stay. Key of `slots`; reads at most one granule per slot.
SELECT slot, hex(blockhash), toString(content), if(inserted_at < now() - INTERVAL 12 HOUR, 0, version)
FROM slots
WHERE slot IN {slots:Array(UInt64)}
ORDER BY slot, blockhash, version DESC, inserted_at DESC
LIMIT 1 BY slot, blockhash
