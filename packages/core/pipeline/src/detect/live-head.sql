-- The newest block that was streamed within the last minute, which shows that an ingester is running; not of those that the
-- caller has streamed itself. Key of `slots`, read backwards.
SELECT slot
FROM slots
WHERE source = 'geyser' AND content != 'entries_only' AND inserted_at >= now() - INTERVAL 1 MINUTE
    AND (slot < {own_from:UInt64} OR slot > {own_to:UInt64})
ORDER BY slot DESC
LIMIT 1
