-- What is not stored in some parts of a wide slot range: holes between blocks that their parents do not explain, and
-- slots of which only a part is there (entries alone, two blocks that contradict each other, rows older than what is
-- kept). `read` are buckets of 4,096 slots; `told` those of them that are told of, the others say where a hole begins.
-- Key of `slots`, a row a slot.
SELECT
    sumIf(hole_to + 1 - hole_from, hole_to >= hole_from),
    arraySort(groupArrayIf(10000)((hole_from, hole_to), hole_to >= hole_from)),
    countIf(hole_to >= hole_from),
    uniqExactIf(slot, is_partial),
    arraySort(groupUniqArrayIf(10000)(slot, is_partial))
FROM
(
    SELECT
        slot,
        lagInFrame(toInt64(slot), 1, toInt64({from:UInt64}) - 1) OVER in_order AS slot_before,
        slot_before + 1 AS hole_from,
        least(ifNull(toInt64(parent_slot), toInt64(slot) - 1), toInt64(slot) - 1) AS hole_to,
        slot_before = slot OR content = 'entries_only'
            OR inserted_at < now64(3, 'UTC') - toIntervalSecond({swaps_kept_seconds:UInt32}) + INTERVAL 10 MINUTE AS is_partial
    FROM slots FINAL
    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
        AND slot IN
        (
            SELECT arrayJoin(range(span.1 * 4096, (span.2 + 1) * 4096))
            FROM (SELECT arrayJoin({read:Array(Tuple(UInt64, UInt64))}) AS span)
        )
    WINDOW in_order AS (ORDER BY slot ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
WHERE arrayExists(span -> intDiv(slot, 4096) BETWEEN span.1 AND span.2, {told:Array(Tuple(UInt64, UInt64))})
