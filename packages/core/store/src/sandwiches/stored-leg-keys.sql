-- The leg rows of some sandwiches, to delete those that a new revision no longer has.
SELECT bracket_id, slot, block_index, outer_index, inner_index, part_index, toString(role), base58Encode(trader),
    revision
FROM sandwich_legs FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND bracket_id IN {ids:Array(String)}
