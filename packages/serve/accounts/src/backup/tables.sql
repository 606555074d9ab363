-- The tables of the schema, the columns that can be written, and the tables that they refer to.
SELECT
  c.relname AS name,
  ARRAY(
    SELECT a.attname::text FROM pg_attribute AS a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY a.attnum
  ) AS columns,
  ARRAY(
    SELECT DISTINCT target.relname::text
    FROM pg_constraint AS f JOIN pg_class AS target ON target.oid = f.confrelid
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid != c.oid
  ) AS refers_to
FROM pg_class AS c
WHERE c.relnamespace = 'tickscope'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname != 'migrations'
ORDER BY c.relname
