-- For some pools, each in its own slot range: the records (docs/detection.md, rule 11) of those who traded there, by
-- address and hour of slots. Round trips that were final before the range are summed; the others are listed one by one,
-- because they count from the slot in which they became final. Trips of the pool itself within its range are left out:
-- the detector finds them again. Keys: `swaps` by (pool, slot); `sandwiches` by first_slot, a day and more of them.
WITH
    parts AS
    (
        SELECT part.1 AS number, toFixedString(base58Decode(part.2.1), 32) AS pool, part.2.2 AS from_slot, part.2.3 AS to_slot
        FROM (SELECT arrayJoin(arrayZip(arrayEnumerate({ranges:Array(Tuple(String, UInt64, UInt64))}), {ranges:Array(Tuple(String, UInt64, UInt64))})) AS part)
    ),
    traders AS
    (
        SELECT DISTINCT
            number, pool, from_slot, to_slot,
            arrayJoin(arrayDistinct([
                trader, signer, authority, CAST(outer_program AS FixedString(32)),
                ifNull(source_account, trader), ifNull(destination_account, trader)
            ])) AS address
        FROM swaps
        INNER JOIN parts USING (pool)
        PREWHERE (pool, slot) IN (SELECT pool, arrayJoin(range(from_slot, to_slot + 1)) FROM parts)
        WHERE success AND slot BETWEEN from_slot AND to_slot
    ),
    day_trips AS
    (
        SELECT
            first_slot, last_slot, pool AS trip_pool, ifNull(net, gross) > 0 AS is_gain, is_aimed,
            arrayJoin(arrayDistinct(arrayConcat(
                attackers,
                -- LowCardinality, because few distinct addresses repeat in many rows.
                [toFixedString(CAST(tryBase58Decode(toLowCardinality(link_address)) AS String), 32)],
                if(private_program IS NULL, [], [assumeNotNull(private_program)])
            ))) AS address
        FROM sandwiches FINAL
        PREWHERE first_slot BETWEEN {history_from:UInt64} AND {history_to:UInt64}
        WHERE pool = back_pool AND abs(quantity_ratio - 1) <= {trip_quantity:Float64}
    )
SELECT
    toUInt32(number), base58Encode(address), toUInt32(hour),
    toUInt32(countIf(is_early)), toUInt32(countIf(is_early AND is_gain)), toUInt32(countIf(is_early AND is_aimed)),
    arrayMap(p -> base58Encode(p), groupUniqArrayIf(8)(trip_pool, is_early)),
    arrayMap(
        t -> (base58Encode(t.2), t.1, t.3, t.4),
        arraySlice(arrayReverseSort(groupArrayIf((last_slot, trip_pool, is_gain, is_aimed), NOT is_early)), 1, 2048)
    )
FROM
(
    SELECT
        number, address, last_slot, trip_pool, is_gain, is_aimed, intDiv(last_slot, {slots_per_hour:UInt32}) AS hour,
        last_slot + {final_after:UInt32} <= from_slot AS is_early
    FROM day_trips
    INNER JOIN traders USING (address)
    WHERE first_slot <= to_slot AND first_slot + {record_slots:UInt64} >= from_slot
        AND NOT (trip_pool = pool AND first_slot >= from_slot)
)
GROUP BY number, address, hour
ORDER BY number, hour
