-- Brackets that were final before a slot: those of the last day that tell a known bot, and all whose legs may still be
-- in the detector's window. Key of `sandwiches`: first_slot.
SELECT
    bracket_id, base58Encode(pool), base58Encode(mint_in), arrayMap(a -> base58Encode(a), attackers), link_address,
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))), toString(confidence), basis,
    quantity_ratio, toString(gross), toString(net), first_slot, last_slot, toUnixTimestamp(block_time)
FROM sandwiches FINAL
WHERE first_slot BETWEEN {history_from:UInt64} AND {last_slot:UInt64} AND last_slot <= {last_slot:UInt64}
    AND (last_slot >= {claims_from:UInt64} OR (confidence = 'exact' AND basis IN ('same_slot', 'short_span')))
ORDER BY first_slot, bracket_id
