-- The record of an address over some hours of slots (docs/detection.md, rule 11), and whether it has a leg or a trip at any stored
-- time. Keys of `actor_trips` and `sandwich_legs_by_trader`: the address.
SELECT
    toUInt32(count()), toUInt32(countIf(gained)), toUInt32(countIf(aimed)), toUInt32(uniqExact(pool)),
    (
        SELECT count() > 0
        FROM
        (
            SELECT 1
            FROM sandwich_legs_by_trader
            WHERE trader = toFixedString(base58Decode({address:String}), 32) AND role IN ('front', 'back') AND is_deleted = 0
            LIMIT 1
        )
    )
    OR (SELECT count() > 0 FROM (SELECT 1 FROM actor_trips WHERE address = toFixedString(base58Decode({address:String}), 32) AND is_deleted = 0 LIMIT 1))
FROM actor_trips FINAL
PREWHERE address = toFixedString(base58Decode({address:String}), 32)
WHERE intDiv(last_slot, {slots_per_hour:UInt32}) BETWEEN {from_hour:UInt32} AND {to_hour:UInt32}
