-- Changes of stored rows of one table that the server still works at, or gave up for now; one row without a command where it
-- has the table and no such change, none where the table's rows are elsewhere. Reads the server's metadata only.
SELECT m.command, m.table = '' OR m.is_done, m.parts_to_do, m.latest_fail_reason
FROM
(
    SELECT name FROM system.tables
    WHERE database = currentDatabase() AND name = {table:String} AND engine LIKE '%MergeTree'
) AS t
LEFT JOIN
(
    SELECT table, command, is_done, parts_to_do, latest_fail_reason
    FROM system.mutations
    WHERE database = currentDatabase() AND table = {table:String}
        AND (command LIKE '%MATERIALIZE COLUMN%' OR command LIKE '%DROP COLUMN%')
) AS m ON m.table = t.name
