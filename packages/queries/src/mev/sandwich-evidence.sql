-- The evidence for some sandwiches: why they count, and the addresses of their actors. Key of `sandwiches`: (first_slot, bracket_id).
SELECT
    bracket_id, first_slot,
    arrayDistinct(arrayConcat(
        arrayMap(a -> base58Encode(a), attackers), [link_address],
        if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))]))),
    link, link_address, quantity_ratio, base58Encode(mint_in),
    base58Encode(mint_out), base58Encode(gain_mint), toString(gross), toString(net), is_final, harmed_count, revision,
    toString(confidence), reason, basis, if_unknown, if_known_bot, if_scalper, intent, evidence, swaps_before, swaps_after, transactions_before, transactions_after
FROM sandwiches FINAL
PREWHERE first_slot IN {first_slots:Array(UInt64)} AND bracket_id IN {ids:Array(String)}
