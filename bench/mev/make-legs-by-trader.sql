INSERT INTO sandwich_legs_by_trader (trader, slot, block_index, outer_index, inner_index, part_index, role, bracket_id,
    first_slot, last_slot, confidence, revision, is_deleted)
SELECT
    trader, slot, block_index, 2, -1, 0, role, concat(first_slot, '.', first_index, '.2.-1.0'), first_slot, last_slot,
    if(is_suspected, 'suspected', 'exact'), 2, 0
FROM bench_flow
WHERE role != 0
