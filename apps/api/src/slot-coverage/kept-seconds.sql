-- How long rows of two groups of tables are kept, by the settings in force: whatever was inserted within so many seconds
-- is still there. `kept_since` is a view over `retention`, which has a row a change of the settings.
SELECT name, toUInt32(age('second', kept_since, now64(3, 'UTC')))
FROM kept_since
WHERE name IN ('locks', 'swaps')
