-- The newest block that is stored with its transactions and entries: what a restarted simulator goes on from. Key of
-- `slots`, read backwards.
SELECT slot, base58Encode(blockhash), block_height, toUnixTimestamp(block_time)
FROM slots
WHERE content = 'full'
ORDER BY slot DESC
LIMIT 1
