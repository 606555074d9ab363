INSERT INTO sandwich_legs_by_trader (trader, slot, block_index, outer_index, inner_index, part_index, role, bracket_id,
    first_slot, last_slot, revision, is_deleted)
SELECT trader, slot, block_index, 2, -1, 0, role, bracket_id, first_slot, last_slot, 2, 0
FROM bench_flow
WHERE role != 0
