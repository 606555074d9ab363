-- The oldest and the newest stored block, and the newest one with transactions; none where nothing is stored. Key of `slots`, read
-- from either end.
SELECT 'oldest', slot, toUnixTimestamp(block_time), toUnixTimestamp(inserted_at), toUnixTimestamp(now())
FROM (SELECT slot, block_time, inserted_at FROM slots ORDER BY slot LIMIT 1)
UNION ALL
SELECT 'newest', slot, toUnixTimestamp(block_time), toUnixTimestamp(inserted_at), toUnixTimestamp(now())
FROM (SELECT slot, block_time, inserted_at FROM slots ORDER BY slot DESC LIMIT 1)
UNION ALL
SELECT 'head', slot, toUnixTimestamp(block_time), toUnixTimestamp(inserted_at), toUnixTimestamp(now())
FROM (SELECT slot, block_time, inserted_at FROM slots WHERE content != 'entries_only' ORDER BY slot DESC LIMIT 1)
