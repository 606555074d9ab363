-- The newest block that came from a stream in the last minute: where an ingester is at work. Key of `slots`, read
-- backwards.
SELECT slot
FROM slots
WHERE source = 'geyser' AND content != 'entries_only' AND inserted_at >= now() - INTERVAL 1 MINUTE
ORDER BY slot DESC
LIMIT 1
