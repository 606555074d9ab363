-- The newest block stored with transactions and entries, from which a stream resumes. Key of `slots`, read backwards.
SELECT slot
FROM slots
WHERE content = 'full'
ORDER BY slot DESC
LIMIT 1
