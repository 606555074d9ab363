-- Tables with a TTL by insertion time, and its number of days.
SELECT name, toUInt16(extract(engine_full, 'TTL inserted_at \\+ toIntervalDay\\(([0-9]+)\\)')) AS days
FROM system.tables
WHERE database = currentDatabase() AND match(engine_full, 'TTL inserted_at \\+ toIntervalDay\\([0-9]+\\)')
