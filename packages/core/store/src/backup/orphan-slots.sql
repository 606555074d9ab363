-- Slots with rows that were inserted since `from`, but without a row in `slots`: their block was being written when the
-- backup was made. Reads one narrow column of two tables.
SELECT DISTINCT slot
FROM
(
    SELECT slot FROM transactions WHERE inserted_at >= fromUnixTimestamp({from:UInt32})
    UNION ALL
    SELECT slot FROM entries WHERE inserted_at >= fromUnixTimestamp({from:UInt32})
)
WHERE slot NOT IN (SELECT slot FROM slots)
ORDER BY slot
