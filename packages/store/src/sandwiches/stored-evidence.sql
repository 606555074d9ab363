-- What some stored sandwiches add to the records of their actors. Key of `sandwiches`: (first_slot, bracket_id).
SELECT
    bracket_id,
    arrayDistinct(arrayConcat(
        arrayMap(attacker -> base58Encode(attacker), attackers), [link_address],
        if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))]))),
    base58Encode(pool), base58Encode(back_pool), quantity_ratio, last_slot, ifNull(net, gross) > 0, is_aimed
FROM sandwiches FINAL
WHERE (first_slot, bracket_id) IN arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)})
