-- The sandwiches that end in a slot range, by the index on last_slot; none is longer than the maximum span. Includes
-- those of which only legs or trips are stored, because their writer was killed before it stored the sandwich.
SELECT bracket_id, first_slot
FROM sandwiches FINAL
WHERE first_slot BETWEEN {first_from:UInt64} AND {last_to:UInt64}
    AND last_slot BETWEEN {last_from:UInt64} AND {last_to:UInt64}
UNION DISTINCT
SELECT bracket_id, first_slot
FROM sandwich_legs FINAL
WHERE slot BETWEEN {first_from:UInt64} AND {last_to:UInt64}
    AND last_slot BETWEEN {last_from:UInt64} AND {last_to:UInt64}
UNION DISTINCT
SELECT bracket_id, first_slot
FROM actor_trips FINAL
PREWHERE first_slot BETWEEN {first_from:UInt64} AND {last_to:UInt64}
WHERE last_slot BETWEEN {last_from:UInt64} AND {last_to:UInt64}
