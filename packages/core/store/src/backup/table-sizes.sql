-- Rows and bytes of each table that a backup takes, unmerged versions included. `changed_at`: bytes of parts that are
-- newer.
SELECT table, sum(rows), sum(bytes_on_disk), sumIf(bytes_on_disk, modification_time >= fromUnixTimestamp({changed_from:UInt32}))
FROM system.parts
WHERE active AND database = currentDatabase()
GROUP BY table
ORDER BY table
