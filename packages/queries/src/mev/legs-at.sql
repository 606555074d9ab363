-- The sandwiches that may count and have a leg in some transactions: as victim, unless it is known to have lost nothing, or as
-- attacker. Key of `sandwich_legs`: (slot, block_index).
SELECT
    slot, block_index, bracket_id, toString(role), first_slot, last_slot, toString(trader_in), toString(trader_out),
    toString(loss_amount), loss_method, slippage_use, limit_age
FROM sandwich_legs FINAL
PREWHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
WHERE may_count AND (role != 'victim' OR ifNull(loss_amount, 1) > 0)
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
