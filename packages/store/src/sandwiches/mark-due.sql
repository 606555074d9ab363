-- Marks detected slots as due again. Selects the slots in which a sandwich begins whose verdict may depend on known
-- bots (rule 2 (c)): its entity has one of the given addresses, and that address, with the proofs about to be stored,
-- has as many proofs as a known bot needs. Keys of `sandwiches` (first_slot) and `detected_slots` (slot). Filters by
-- binary address first, because converting to base58 is expensive.
INSERT INTO detected_slots (slot, blockhash, version, is_due)
WITH
    arrayMap(address -> toFixedString(base58Decode(address), 32), {addresses:Array(String)}) AS keys,
    (
        SELECT groupArray(address)
        FROM
        (
            SELECT arrayJoin(arrayDistinct(arrayConcat(
                arrayMap(attacker -> base58Encode(attacker), attackers), [link_address],
                if(private_program IS NULL, [], [base58Encode(assumeNotNull(private_program))])))) AS address
            FROM sandwiches FINAL
            WHERE first_slot BETWEEN {proofs_from:UInt64} AND {due_to:UInt64}
                AND confidence = 'exact' AND basis IN ('same_slot', 'short_span')
                AND (hasAny(attackers, keys) OR has({addresses:Array(String)}, link_address) OR has(keys, private_program))
        )
    ) AS proof_addresses,
    arrayFilter(
        (address, fresh) -> countEqual(proof_addresses, address) + fresh >= {bot_sandwiches:UInt32},
        {addresses:Array(String)}, {fresh_proofs:Array(UInt32)}
    ) AS suspects,
    arrayMap(address -> toFixedString(base58Decode(address), 32), suspects) AS suspect_keys
SELECT slot, blockhash, version, true
FROM detected_slots FINAL
WHERE NOT is_due AND slot BETWEEN {due_from:UInt64} AND {due_to:UInt64}
    AND slot IN
    (
        SELECT first_slot
        FROM sandwiches FINAL
        WHERE first_slot BETWEEN {due_from:UInt64} AND {due_to:UInt64}
            AND (basis IS NULL OR basis = 'known_bot') AND ifNull(reason, '') != 'cross_pool' AND quantity_ratio >= 0.9
            AND (hasAny(attackers, suspect_keys) OR has(suspects, link_address) OR has(suspect_keys, private_program))
    )
