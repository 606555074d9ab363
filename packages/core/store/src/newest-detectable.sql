-- The newest block stored with transactions, with or without entries: the last one that detection can read. Key of
-- `slots`, read backwards.
SELECT slot
FROM slots
WHERE content != 'entries_only'
ORDER BY slot DESC
LIMIT 1
