-- The legs of sandwiches, as position keys. Key of `sandwich_legs`: slot.
SELECT bracket_id, toString(role), concat(slot, '.', block_index, '.', outer_index, '.', inner_index, '.', part_index)
FROM sandwich_legs FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND role IN ('front', 'back')
ORDER BY slot, block_index, outer_index, inner_index, part_index
