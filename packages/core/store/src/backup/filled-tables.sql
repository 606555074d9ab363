-- Tables of the database that hold rows, and the marks of an unfinished restore or move. Reads the server's metadata only.
SELECT name, ifNull(total_rows, 0) AS rows, name IN ('unfinished_restore', 'unfinished_move') AS is_marker
FROM system.tables
WHERE database = currentDatabase() AND name NOT IN ('schema_versions', 'retention', 'migration_lock')
    AND (is_marker OR rows > 0)
ORDER BY rows DESC
