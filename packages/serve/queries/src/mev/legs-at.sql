-- The legs of stored sandwiches in some transactions, in every version, with whether that version has the leg, and not
-- as a victim that is known to have lost nothing. Key of `sandwich_legs`: (slot, block_index). The caller
-- takes the newest version of each: `FINAL` costs a third of a query for few rows.
SELECT
    slot, block_index, bracket_id, toString(role), first_slot, last_slot, toString(trader_in), toString(trader_out),
    toString(loss_amount), loss_method, loss_side, slippage_use, limit_age, outer_index, inner_index, part_index, revision,
    is_deleted = 0 AND (role != 'victim' OR ifNull(loss_amount, 1) > 0)
FROM sandwich_legs
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
