-- The newest block that is stored with its transactions and entries: where a stream goes on. Key of `slots`, read
-- backwards.
SELECT slot
FROM slots
WHERE content = 'full'
ORDER BY slot DESC
LIMIT 1
