-- The stored part of a time window in buckets of 1,024 slots, newest first: buckets with blocks stored whole
-- and none older than the retention of account locks (4 days). Key of `slots`, and its index on times: one row
-- per slot of the window, or only of its first and last bucket where the others are known; narrow columns, one
-- pass; 7 days are some 1,500 buckets.
SELECT intDiv(slot, 1024) AS bucket, min(slot), max(slot), argMin(parent_slot, slot)
FROM slots
WHERE block_time BETWEEN toDateTime({from_time:UInt32}, 'UTC') AND toDateTime({to_time:UInt32}, 'UTC')
    AND content != 'entries_only'
    AND (slot BETWEEN {first_from:UInt64} AND {first_to:UInt64} OR slot BETWEEN {last_from:UInt64} AND {last_to:UInt64})
GROUP BY bucket
HAVING countIf(inserted_at < now64(3, 'UTC') - toIntervalSecond({locks_kept_seconds:UInt32}) + INTERVAL 10 MINUTE) = 0
ORDER BY bucket DESC
LIMIT 20000
