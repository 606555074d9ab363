-- The newest stored block, and the first of the newest blocks whose number is given. Key of `slots`: read
-- from its end.
SELECT min(slot), max(slot), now() - max(inserted_at)
FROM (SELECT slot, inserted_at FROM slots ORDER BY slot DESC LIMIT {blocks:UInt32})
HAVING count() > 0
