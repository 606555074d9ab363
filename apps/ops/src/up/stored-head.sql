-- The newest block that is stored with its transactions and entries, from which a restarted simulator
-- continues. Key of `slots`, read backwards.
SELECT slot, base58Encode(blockhash), block_height, toUnixTimestamp(block_time)
FROM slots
WHERE content = 'full'
ORDER BY slot DESC
LIMIT 1
