-- The record of each attacker and private program (docs/detection.md, rule 11): a trip for each sandwich of a range.
INSERT INTO actor_trips (address, first_slot, bracket_id, last_slot, pool, gained, aimed, revision, is_deleted)
SELECT
    arrayJoin(if(private_program IS NULL, [attacker], [attacker, assumeNotNull(private_program)])), first_slot, bracket_id,
    last_slot, pool, true, is_aimed, 2, 0
FROM sandwiches
WHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
