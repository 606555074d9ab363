-- Marks detected slots as due again. Selects the slots in which a sandwich begins whose verdict may depend on the record
-- of its actor (rule 11): its entity has one of the given addresses, and that address, with the round trips about to be
-- stored, has as many as a record needs to say something. Keys of `sandwiches` (first_slot) and `detected_slots` (slot).
-- Filters by binary address first, because converting to base58 is expensive.
INSERT INTO detected_slots (slot, blockhash, version, is_due)
WITH
    arrayMap(address -> toFixedString(base58Decode(address), 32), {addresses:Array(String)}) AS keys,
    (
        SELECT groupArray(address)
        FROM
        (
            SELECT arrayJoin(arrayDistinct(arrayConcat(
                arrayMap(attacker -> base58Encode(attacker), attackers), [link_address],
                if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))])))) AS address
            FROM sandwiches FINAL
            WHERE first_slot BETWEEN {trips_from:UInt64} AND {due_to:UInt64}
                AND pool = back_pool AND abs(quantity_ratio - 1) <= {trip_quantity:Float64}
                AND (hasAny(attackers, keys) OR has({addresses:Array(String)}, link_address) OR has(keys, private_program))
        )
    ) AS trip_addresses,
    arrayFilter(
        (address, fresh) -> countEqual(trip_addresses, address) + fresh >= {trips_needed:UInt32},
        {addresses:Array(String)}, {fresh_trips:Array(UInt32)}
    ) AS actors,
    arrayMap(address -> toFixedString(base58Decode(address), 32), actors) AS actor_keys
SELECT slot, blockhash, version, true
FROM detected_slots FINAL
WHERE NOT is_due AND slot BETWEEN {due_from:UInt64} AND {due_to:UInt64}
    AND slot IN
    (
        SELECT first_slot
        FROM sandwiches FINAL
        WHERE first_slot BETWEEN {due_from:UInt64} AND {due_to:UInt64}
            AND (hasAny(attackers, actor_keys) OR has(actors, link_address) OR has(actor_keys, private_program))
    )
