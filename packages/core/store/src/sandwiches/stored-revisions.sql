-- The newest revision of some sandwiches, including retracted ones. Key of `sandwiches`: (first_slot, bracket_id).
SELECT
    bracket_id, revision, toString(digest), is_deleted, last_slot, is_final, base58Encode(pool), ifNull(net, gross) > 0,
    is_aimed,
    if(
        pool = back_pool AND abs(quantity_ratio - 1) <= {trip_quantity:Float64},
        arrayDistinct(arrayConcat(
            arrayMap(attacker -> base58Encode(attacker), attackers), [link_address],
            if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))]))),
        []
    ) AS trip_addresses
FROM sandwiches
WHERE (first_slot, bracket_id) IN arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)})
ORDER BY bracket_id, revision DESC
LIMIT 1 BY bracket_id
