-- The newest block whose transactions are stored, with entries or without: as far as detection can read. Key of
-- `slots`, read backwards.
SELECT slot
FROM slots
WHERE content != 'entries_only'
ORDER BY slot DESC
LIMIT 1
