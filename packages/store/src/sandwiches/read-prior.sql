-- Sandwiches that were final before a slot: those whose legs may still be in the detector's window, those of the last
-- day that prove a bot, and that day's other sandwiches of the same entities. Key of `sandwiches`: first_slot.
WITH
    proofs AS
    (
        SELECT attackers, link_address, private_program
        FROM sandwiches FINAL
        WHERE first_slot BETWEEN {history_from:UInt64} AND {last_slot:UInt64} AND last_slot <= {last_slot:UInt64}
            AND confidence = 'exact' AND basis IN ('same_slot', 'short_span')
    )
SELECT
    bracket_id, base58Encode(pool), base58Encode(mint_in), arrayMap(a -> base58Encode(a), attackers), link_address,
    if(private_program IS NULL, NULL, base58Encode(assumeNotNull(private_program))), toString(confidence), basis,
    quantity_ratio, toString(gross), toString(net), first_slot, last_slot, toUnixTimestamp(block_time)
FROM sandwiches FINAL
WHERE first_slot BETWEEN {history_from:UInt64} AND {last_slot:UInt64} AND last_slot <= {last_slot:UInt64}
    AND
    (
        last_slot >= {claims_from:UInt64}
        OR (confidence = 'exact' AND basis IN ('same_slot', 'short_span'))
        OR
        (
            basis IS NULL
            AND
            (
                hasAny(attackers, (SELECT groupUniqArrayArray(attackers) FROM proofs))
                OR link_address IN (SELECT link_address FROM proofs)
                OR private_program IN (SELECT private_program FROM proofs)
            )
        )
    )
ORDER BY first_slot, bracket_id
