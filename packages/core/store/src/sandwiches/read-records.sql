-- The records of actors (docs/detection.md, rule 11) by address and hour of slots: round trips in one pool. Key of
-- `sandwiches`: first_slot, a day of it.
SELECT
    base58Encode(address), toUInt32(intDiv(last_slot, {slots_per_hour:UInt32})) AS hour, toUInt32(count()),
    toUInt32(countIf(ifNull(net, gross) > 0)), toUInt32(countIf(is_aimed)),
    arrayMap(p -> base58Encode(p), groupUniqArray(8)(pool))
FROM
(
    SELECT
        arrayJoin(arrayDistinct(arrayConcat(
            attackers,
            -- LowCardinality, because few distinct addresses repeat in many rows.
            [toFixedString(CAST(tryBase58Decode(toLowCardinality(link_address)) AS String), 32)],
            if(private_program IS NULL, [], [assumeNotNull(private_program)])
        ))) AS address,
        last_slot, net, gross, is_aimed, pool
    FROM sandwiches FINAL
    WHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        AND last_slot BETWEEN {ends_from:UInt64} AND {to_slot:UInt64}
        AND pool = back_pool AND abs(quantity_ratio - 1) <= {trip_quantity:Float64}
)
GROUP BY address, hour
ORDER BY hour
