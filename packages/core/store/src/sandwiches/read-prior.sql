-- Sandwiches that were final before a slot and may still claim legs in the detector's window, or were not final yet when
-- a frontrun of that window ran. Key of `sandwiches`: first_slot.
SELECT
    bracket_id, base58Encode(pool), base58Encode(back_pool), arrayMap(a -> base58Encode(a), attackers), link_address,
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))), is_passing, is_aimed,
    quantity_ratio, toString(gross), toString(net), last_slot
FROM sandwiches FINAL
WHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND last_slot BETWEEN {ends_from:UInt64} AND {to_slot:UInt64}
ORDER BY last_slot, bracket_id
