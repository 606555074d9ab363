-- The sandwiches that may count and have one of some transactions as victim. Key of `sandwich_legs`: (slot,
-- block_index).
SELECT
    slot, block_index, bracket_id, first_slot, last_slot, toString(loss_amount), loss_method, slippage_use, limit_age
FROM sandwich_legs FINAL
PREWHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
WHERE role = 'victim' AND may_count AND ifNull(loss_amount, 1) > 0
ORDER BY slot, block_index, outer_index, inner_index, part_index, bracket_id
