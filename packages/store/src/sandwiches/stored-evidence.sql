-- Bot evidence of some stored sandwiches, for later verdicts on their entities. Key of `sandwiches`: (first_slot,
-- bracket_id).
SELECT
    bracket_id,
    arrayDistinct(arrayConcat(
        arrayMap(attacker -> base58Encode(attacker), attackers), [link_address],
        if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))]))),
    toString(confidence), basis, last_slot, concat(toString(gross), ' ', ifNull(toString(net), ''))
FROM sandwiches FINAL
WHERE (first_slot, bracket_id) IN arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)})
