-- Slots for which two writers have just stored different blocks.
SELECT slot
FROM slots
WHERE slot IN {slots:Array(UInt64)}
GROUP BY slot
HAVING uniqExact(blockhash) > 1
