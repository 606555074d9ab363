-- The newest block stored whole before a slot, if it is so near that nothing of the window can lie in between.
-- Key of `slots`: some 2,048 rows.
SELECT slot
FROM slots
WHERE slot < {slot:UInt64} AND slot + 2048 >= {slot:UInt64} AND content != 'entries_only'
    AND block_time < toDateTime({from_time:UInt32}, 'UTC')
    AND inserted_at >= now64(3, 'UTC') - toIntervalSecond({locks_kept_seconds:UInt32}) + INTERVAL 10 MINUTE
ORDER BY slot DESC
LIMIT 1
