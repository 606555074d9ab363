-- Changes of stored rows that the server still works at, or gave up for now, of one table. Reads the server's metadata
-- only.
SELECT command, is_done, parts_to_do, latest_fail_reason
FROM system.mutations
WHERE database = currentDatabase() AND table = {table:String}
    AND (command LIKE '%MATERIALIZE COLUMN%' OR command LIKE '%DROP COLUMN%')
