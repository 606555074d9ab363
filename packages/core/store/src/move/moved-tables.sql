-- The tables that hold rows, of a server about itself: how each is stored, its sort key, and its columns, without those
-- that follow from others. Reads the server's metadata only.
SELECT t.name, t.engine_full, t.sorting_key, c.names
FROM system.tables AS t
INNER JOIN
(
    SELECT table, groupArray(name) AS names
    FROM (SELECT table, name FROM system.columns WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED', 'EPHEMERAL') ORDER BY table, position)
    GROUP BY table
) AS c ON c.table = t.name
WHERE t.database = currentDatabase() AND t.engine LIKE '%MergeTree'
