-- The retention of two groups of tables under the settings in force: rows inserted within this many seconds are
-- still there. `kept_since` is a view over `retention`, which has one row per change of the settings.
SELECT name, toUInt32(age('second', kept_since, now64(3, 'UTC')))
FROM kept_since
WHERE name IN ('locks', 'swaps')
