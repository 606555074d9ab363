-- Like stored-blocks, for several ranges at once. Keys of `slots` and `detected_slots`: at most 50 times 2,065
-- slots, one row per slot and copy.
WITH asked AS
    (
        SELECT arrayJoin(range(slot_range.1, slot_range.2 + 1)) AS slot
        FROM (SELECT arrayJoin({ranges:Array(Tuple(UInt64, UInt64))}) AS slot_range)
    )
SELECT
    slot, parent_slot, toString(content),
    -- The retention of account_locks. The `slots` row of a block is written last, within minutes.
    inserted_at < now64(3, 'UTC') - toIntervalSecond({locks_kept_seconds:UInt32}) + INTERVAL 10 MINUTE AS is_expired,
    (slot, blockhash, version) IN
    (
        SELECT slot, blockhash, version
        FROM detected_slots FINAL
        WHERE slot IN asked
    ) AS is_detected,
    version
FROM slots
WHERE slot IN asked
ORDER BY slot, blockhash, version DESC
LIMIT 1 BY slot, blockhash
