-- The newest block that was streamed within the last minute, which shows that an ingester is running. Key of `slots`,
-- read backwards.
SELECT slot
FROM slots
WHERE source = 'geyser' AND content != 'entries_only' AND inserted_at >= now() - INTERVAL 1 MINUTE
ORDER BY slot DESC
LIMIT 1
