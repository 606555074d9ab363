-- Those of some slots whose block is stored with its transactions. A slot with two blocks (a conflict about to
-- be cleared) is left out. Key of `slots`: one granule per slot.
SELECT slot
FROM slots
WHERE slot IN {slots:Array(UInt64)}
GROUP BY slot
HAVING uniqExact(blockhash) = 1 AND max(content) != 'entries_only'
