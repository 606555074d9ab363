-- The records of some addresses (docs/detection.md, rule 11) by hour of slots: those with enough trips to say something.
-- Of each hour also some of its pools, and the trips of the sandwiches that are asked about. Key of `actor_trips`:
-- (address, first_slot); the trips of the addresses in two days and the range asked about. PREWHERE on the key alone, as
-- FINAL needs it.
SELECT
    base58Encode(address), hour, toUInt32(sum(pool_trips)) AS trips, toUInt32(sum(pool_gains)),
    toUInt32(sum(pool_aims)), arrayMap(p -> (base58Encode(p.1), p.2), groupArray({pools:UInt8})((pool, pool_trips))),
    arrayMap(t -> (t.1, base58Encode(t.2), t.3, t.4), groupArrayArray(asked))
FROM
(
    SELECT
        address, toUInt32(intDiv(last_slot, {slots_per_hour:UInt32})) AS hour, pool, toUInt32(count()) AS pool_trips,
        countIf(gained) AS pool_gains, countIf(aimed) AS pool_aims,
        groupArrayIf((bracket_id, pool, gained, aimed), bracket_id IN {ids:Array(String)}) AS asked
    FROM actor_trips FINAL
    PREWHERE address IN (SELECT toFixedString(base58Decode(arrayJoin({addresses:Array(String)})), 32))
        AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    GROUP BY address, hour, pool
)
GROUP BY address, hour
QUALIFY sum(trips) OVER (PARTITION BY address) >= {bot_trips:UInt32}
ORDER BY address, hour
