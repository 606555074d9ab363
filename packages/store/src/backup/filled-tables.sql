-- Tables of the database that hold rows, and the mark of an unfinished restore. Reads the server's metadata only.
SELECT name, ifNull(total_rows, 0) AS rows, name = 'unfinished_restore' AS is_marker
FROM system.tables
WHERE database = currentDatabase() AND name NOT IN ('migrations', 'retention', 'migration_lock')
    AND (is_marker OR rows > 0)
ORDER BY rows DESC
