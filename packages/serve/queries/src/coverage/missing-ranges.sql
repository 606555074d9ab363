-- The missing ranges and partial slots in some parts of a wide slot range. A missing range lies between stored
-- blocks whose parents do not explain the distance. A partial slot has entries only, two contradicting blocks,
-- or expired rows. `read` are ranges of buckets of 4,096 slots. Only slots of the buckets in `reported` are
-- returned; the other buckets are read because a missing range may begin there. Key of `slots`, one row per
-- slot.
SELECT
    sumIf(missing_to + 1 - missing_from, missing_to >= missing_from),
    arraySort(groupArrayIf(10000)((missing_from, missing_to), missing_to >= missing_from)),
    countIf(missing_to >= missing_from),
    uniqExactIf(slot, is_partial),
    arraySort(groupUniqArrayIf(10000)(slot, is_partial))
FROM
(
    SELECT
        slot,
        lagInFrame(toInt64(slot), 1, toInt64({from:UInt64}) - 1) OVER in_order AS slot_before,
        slot_before + 1 AS missing_from,
        least(ifNull(toInt64(parent_slot), toInt64(slot) - 1), toInt64(slot) - 1) AS missing_to,
        slot_before = slot OR content = 'entries_only'
            OR inserted_at < now64(3, 'UTC') - toIntervalSecond({swaps_kept_seconds:UInt32}) + INTERVAL 10 MINUTE AS is_partial
    FROM slots FINAL
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
        AND slot IN
        (
            SELECT arrayJoin(range(slot_range.1 * 4096, (slot_range.2 + 1) * 4096))
            FROM (SELECT arrayJoin({read:Array(Tuple(UInt64, UInt64))}) AS slot_range)
        )
    WINDOW in_order AS (ORDER BY slot ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
WHERE arrayExists(slot_range -> intDiv(slot, 4096) BETWEEN slot_range.1 AND slot_range.2, {reported:Array(Tuple(UInt64, UInt64))})
