-- Rows and bytes on disk of each table: data, marks, indexes and lists of its active parts. Reads the server's metadata
-- only.
SELECT table, sum(rows), sum(bytes_on_disk), count()
FROM system.parts
WHERE active AND database = currentDatabase()
GROUP BY table
ORDER BY sum(bytes_on_disk) DESC, table
