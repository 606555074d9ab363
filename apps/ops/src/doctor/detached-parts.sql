-- Parts that ClickHouse found damaged at its start, and put aside: their rows are in no answer. One row for each.
SELECT table, name, bytes_on_disk AS bytes
FROM system.detached_parts
WHERE database = currentDatabase() AND startsWith(ifNull(reason, ''), 'broken')
ORDER BY table, name
LIMIT 100
