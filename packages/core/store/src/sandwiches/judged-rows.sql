-- The verdicts of stored sandwiches with what they are chosen from: of those whose first leg is in a slot range, and, where
-- addresses are given, whose actor has one of them. Keys of `sandwiches`: (first_slot, bracket_id); of `sandwiches_by_address`:
-- (kind, address, first_slot).
SELECT
    bracket_id, first_slot, last_slot, revision, is_final,
    arrayDistinct(arrayConcat(
        arrayMap(attacker -> base58Encode(attacker), attackers), [link_address],
        if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))]))),
    arrayMap(a -> (toString(a.standing), toString(a.confidence), a.reason, a.basis, a.intent), alternatives),
    toString(standing), toString(confidence), reason, basis, intent, evidence, victim_count, listed_victims, harmed_count
FROM sandwiches FINAL
PREWHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (empty({addresses:Array(String)}) OR (first_slot, bracket_id) IN
    (
        SELECT first_slot, bracket_id
        FROM sandwiches_by_address
        WHERE kind IN ('attacker', 'link')
            AND address IN (SELECT toFixedString(base58Decode(arrayJoin({addresses:Array(String)})), 32))
            AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    ))
WHERE is_final OR {with_provisional:Bool}
ORDER BY first_slot, bracket_id
