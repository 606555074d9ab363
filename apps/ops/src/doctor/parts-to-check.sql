-- Every part of every table of the database, largest tables first.
SELECT table, name, bytes_on_disk, rows
FROM system.parts
WHERE active AND database = currentDatabase()
ORDER BY sum(bytes_on_disk) OVER (PARTITION BY table) DESC, table, name
