-- The newest slot over which detection has run. Key of `detected_slots`, read backwards.
SELECT slot
FROM detected_slots
WHERE is_deleted = 0
ORDER BY slot DESC
LIMIT 1
