-- What was said of the sandwiches whose first frontrun leg is in a short slot range. Key of `sandwiches`: (first_slot, bracket_id).
SELECT
    bracket_id, first_slot,
    arrayDistinct(arrayConcat(
        arrayMap(a -> base58Encode(a), attackers), [link_address],
        if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))]))),
    toString(confidence), reason, basis, if_unknown, if_known_bot, if_scalper, intent, evidence, swaps_before, swaps_after,
    transactions_before, transactions_after
FROM sandwiches FINAL
PREWHERE first_slot BETWEEN {from:UInt64} AND {to:UInt64}
