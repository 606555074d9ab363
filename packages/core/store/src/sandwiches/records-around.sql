-- The records of some addresses (docs/detection.md, rule 11) by hour of slots. Of each hour also some of its pools, the busiest
-- (exactly counted where there are 12 or fewer), and the trips whose fronts are in the slots that are asked about. Key of
-- `actor_trips`: (address, first_slot); of each address only the hours around the fronts that are asked about. PREWHERE on the key
-- alone, as FINAL needs it. Pools are counted as numbers of 32 bytes, and only what is returned is encoded.
SELECT
    base58Encode(address), toUInt32(intDiv(last_slot, {slots_per_hour:UInt32})) AS hour, toUInt32(count()),
    toUInt32(countIf(gained)), toUInt32(countIf(aimed)),
    arrayMap(
        p -> (base58Encode(reinterpretAsFixedString(p.1)), toUInt32(p.2)),
        approx_top_k({pools:UInt8}, 12)(reinterpretAsUInt256(pool))
    ),
    groupArrayIf(
        (bracket_id, if(first_slot IN {slots:Array(UInt64)}, base58Encode(pool), ''), gained, aimed),
        first_slot IN {slots:Array(UInt64)}
    )
FROM actor_trips FINAL
PREWHERE (address, intDiv(first_slot, {slots_per_hour:UInt32})) IN
(
    SELECT toFixedString(base58Decode(asked.1), 32), arrayJoin(range(asked.2, asked.3 + 1))
    FROM (SELECT arrayJoin({hours:Array(Tuple(String, UInt64, UInt64))}) AS asked)
)
GROUP BY address, hour
