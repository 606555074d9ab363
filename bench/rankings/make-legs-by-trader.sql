-- The legs of a range by their trader.
INSERT INTO sandwich_legs_by_trader (trader, slot, block_index, outer_index, inner_index, part_index, role, bracket_id,
    first_slot, last_slot, confidence, may_count, revision, is_deleted)
SELECT
    trader, slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot, last_slot, confidence,
    may_count, revision, is_deleted
FROM sandwich_legs
WHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} + 100
