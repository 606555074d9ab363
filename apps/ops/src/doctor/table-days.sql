-- For each table: how it is stored, which has its retention as set now, and its number of rows, including unmerged
-- duplicates. Reads only the server's metadata.
SELECT name, engine_full, ifNull(total_rows, 0)
FROM system.tables
WHERE database = currentDatabase()
