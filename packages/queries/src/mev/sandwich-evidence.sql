-- The evidence for some sandwiches: why they count. Key of `sandwiches`: (first_slot, bracket_id).
SELECT
    bracket_id, toString(confidence), basis, link, link_address, quantity_ratio, base58Encode(mint_in),
    base58Encode(mint_out), base58Encode(gain_mint), toString(gross), toString(net), is_final, victim_count, revision, intent,
    evidence, swaps_before, swaps_after, transactions_before, transactions_after
FROM sandwiches FINAL
PREWHERE first_slot IN {first_slots:Array(UInt64)} AND bracket_id IN {ids:Array(String)}
