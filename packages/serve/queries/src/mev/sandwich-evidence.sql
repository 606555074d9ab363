-- The evidence for those of some sandwiches that count. Key of `sandwiches`: (first_slot, bracket_id).
SELECT
    bracket_id, link, link_address, quantity_ratio, base58Encode(mint_in),
    base58Encode(mint_out), base58Encode(gain_mint), toString(gross), toString(net), toString(kept), is_final, victim_count, revision,
    toString(confidence), toString(confidence_then), reason, basis, intent, evidence, swaps_before, swaps_after, transactions_before, transactions_after
FROM sandwiches FINAL
PREWHERE first_slot IN {first_slots:Array(UInt64)} AND bracket_id IN {ids:Array(String)}
WHERE is_counted
