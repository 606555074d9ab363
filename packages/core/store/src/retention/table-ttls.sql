-- How each table is stored, its TTL among it. Reads the server's metadata only.
SELECT name, engine_full
FROM system.tables
WHERE database = currentDatabase() AND engine NOT IN ('Distributed', 'View', 'MaterializedView')
