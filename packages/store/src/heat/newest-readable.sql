-- The newest block stored with transactions. Key of `slots`, read backwards.
SELECT slot
FROM slots
WHERE content != 'entries_only'
ORDER BY slot DESC
LIMIT 1
