-- What is told of some sandwiches: the legs of their attackers, their failed attempts too, and the swaps of one wallet that are
-- victims. Key of `sandwich_legs`: slot, some 20 slots a sandwich. PREWHERE, for with FINAL nothing is moved there, and all
-- of a granule would be merged; what it asks of is of the key, so that all revisions of a row pass it or none.
SELECT
    bracket_id, toString(role), slot, block_index, poh_tick, base58Encode(signer), base58Encode(trader),
    base58Encode(signature), base58Encode(pool), first_slot, last_slot, toString(loss_amount), loss_method
FROM sandwich_legs FINAL
PREWHERE slot IN
    (
        SELECT arrayJoin(range(span.1, span.2 + 1))
        FROM (SELECT arrayJoin({spans:Array(Tuple(UInt64, UInt64))}) AS span)
    )
    AND bracket_id IN {ids:Array(String)}
WHERE role != 'victim' OR (trader = toFixedString(unhex({wallet:String}), 32) AND confidence != 'suspected')
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
