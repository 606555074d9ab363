-- Of some slots, those whose block is stored with its transactions; two blocks for one slot (a conflict about to be
-- cleared) count as none. Key of `slots`: one granule a slot.
SELECT slot
FROM slots
WHERE slot IN {slots:Array(UInt64)}
GROUP BY slot
HAVING uniqExact(blockhash) = 1 AND max(content) != 'entries_only'
