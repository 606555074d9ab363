-- The record of each attacker (docs/detection.md, rule 11): a trip for each stored sandwich.
INSERT INTO actor_trips (address, first_slot, bracket_id, last_slot, pool, gained, aimed, revision, is_deleted,
    inserted_at)
SELECT
    trader, first_slot, bracket_id, last_slot, pool, true, NOT is_suspected, 2, 0,
    now() - toIntervalSecond(intDiv(({newest_slot:UInt64} - first_slot) * 2, 5))
FROM bench_flow
WHERE role = 1
