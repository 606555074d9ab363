-- The parts that transactions of a slot have in sandwiches: as victim, unless it is known to have lost nothing, or as
-- attacker. Key of `sandwich_legs`: (slot, block_index).
SELECT slot, block_index, bracket_id, toString(role), first_slot
FROM sandwich_legs FINAL
PREWHERE slot = {slot:UInt64}
WHERE role != 'victim' OR ifNull(loss_amount, 1) > 0
ORDER BY block_index, outer_index, inner_index, part_index, bracket_id
