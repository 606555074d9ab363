-- For each table: its retention in days from insertion, as set now (0: rows are never dropped), and its number
-- of rows, including unmerged duplicates. Reads only the server's metadata.
SELECT
    name,
    toUInt32OrZero(extract(engine_full, 'TTL inserted_at \\+ toIntervalDay\\(([0-9]+)\\)')),
    ifNull(total_rows, 0)
FROM system.tables
WHERE database = currentDatabase()
