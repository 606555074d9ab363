-- Rows, bytes and parts of each table, and what 24 hours of the present rate add: the table's bytes for each stored
-- slot times the slots stored in the last 24 hours.
WITH
    (SELECT count() FROM slots) AS slots_stored,
    (SELECT count() FROM slots WHERE inserted_at > now() - INTERVAL 1 DAY) AS slots_today
SELECT
    table, sum(rows), sum(bytes_on_disk), count(),
    toUInt64(if(slots_stored = 0, 0, sum(bytes_on_disk) * slots_today / slots_stored))
FROM system.parts
WHERE active AND database = currentDatabase()
GROUP BY table
ORDER BY sum(bytes_on_disk) DESC
