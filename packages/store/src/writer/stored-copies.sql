-- What is stored of some slots: the best copy of each block (there should be one block a slot).
-- Key of `slots`; reads one granule a slot at most.
SELECT slot, hex(blockhash), toString(content), version
FROM slots
WHERE slot IN {slots:Array(UInt64)}
ORDER BY slot, blockhash, version DESC
LIMIT 1 BY slot, blockhash
