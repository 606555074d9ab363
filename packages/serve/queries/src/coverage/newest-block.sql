-- The newest block that is stored whole and has a time: the last days end there. Reads `slots` backwards in key
-- order.
SELECT slot, toUnixTimestamp(assumeNotNull(block_time))
FROM slots
WHERE content != 'entries_only' AND block_time IS NOT NULL
ORDER BY slot DESC
LIMIT 1
