-- After how many days from their insertion the rows of a table may go, as the tables are set now; 0: they stay. Rows of
-- each table, duplicates that were not merged yet included. Reads only what the server knows of its tables.
SELECT
    name,
    toUInt32OrZero(extract(engine_full, 'TTL inserted_at \\+ toIntervalDay\\(([0-9]+)\\)')),
    ifNull(total_rows, 0)
FROM system.tables
WHERE database = currentDatabase()
