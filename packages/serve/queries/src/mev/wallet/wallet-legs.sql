-- The rows of some sandwiches for an answer: the attackers' legs, their failed attempts, and those victims'
-- swaps that are of one wallet. Key of `sandwich_legs`: slot, some 20 slots a sandwich. Uses PREWHERE because
-- with FINAL no condition is moved there, and whole granules would be merged. Its condition is on the key, so
-- it keeps or drops all revisions of a row alike.
SELECT
    bracket_id, toString(role), slot, block_index, poh_tick, base58Encode(signer), base58Encode(trader),
    base58Encode(signature), base58Encode(pool), first_slot, last_slot, toString(trader_in),
    toString(trader_out), toString(loss_amount), loss_method, loss_side, slippage_use, limit_age
FROM sandwich_legs FINAL
PREWHERE slot IN
    (
        SELECT arrayJoin(range(slot_range.1, slot_range.2 + 1))
        FROM (SELECT arrayJoin({ranges:Array(Tuple(UInt64, UInt64))}) AS slot_range)
    )
    AND bracket_id IN {ids:Array(String)}
WHERE role != 'victim' OR (trader = toFixedString(unhex({wallet:String}), 32) AND ifNull(loss_amount, 1) > 0)
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
