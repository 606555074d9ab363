-- Like stored-blocks, for several ranges at once. A row for all blocks of a bucket of 4,096 slots that differ only in their
-- places and parents, because a row a block, some 100,000, took more time to write and to parse than to read. Keys of `slots`
-- and `detected_slots`: at most 50 times 2,065 slots, one row per slot and version.
WITH asked AS
    (
        SELECT arrayJoin(range(slot_range.1, slot_range.2 + 1)) AS slot
        FROM (SELECT arrayJoin({ranges:Array(Tuple(UInt64, UInt64))}) AS slot_range)
    )
SELECT
    intDiv(slot, 4096) AS bucket, content, is_expired, is_detected, version,
    arraySort(groupArray(place)), arraySort(groupArrayIf(place, parent_slot IS NULL)),
    -- The blocks after skipped slots, and how many these are.
    arraySort(groupArrayIf((place, toUInt32(slot - assumeNotNull(parent_slot) - 1)), ifNull(parent_slot + 1 < slot, false)))
FROM
(
    SELECT
        slot, parent_slot, toString(content) AS content, version, toUInt16(slot % 4096) AS place,
        -- The retention of account_slots. The `slots` row of a block is written last, within minutes.
        inserted_at < now64(3, 'UTC') - toIntervalSecond({locks_kept_seconds:UInt32}) + INTERVAL 10 MINUTE AS is_expired,
        (slot, blockhash, version) IN
        (
            SELECT slot, blockhash, version
            FROM detected_slots FINAL
            WHERE slot IN asked
        ) AS is_detected
    FROM slots
    WHERE slot IN asked
    ORDER BY slot, blockhash, version DESC
    LIMIT 1 BY slot, blockhash
)
GROUP BY bucket, content, is_expired, is_detected, version
ORDER BY bucket, content, is_expired, is_detected, version
