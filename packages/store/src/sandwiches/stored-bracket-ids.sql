-- The brackets that end in a slot range, by the index on last_slot; none begins more than the widest span before.
SELECT bracket_id, first_slot
FROM sandwiches FINAL
WHERE first_slot BETWEEN {first_from:UInt64} AND {last_to:UInt64}
    AND last_slot BETWEEN {last_from:UInt64} AND {last_to:UInt64}
ORDER BY first_slot, bracket_id
