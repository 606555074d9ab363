-- What some sandwiches are in the records of their actors, as texts that begin with the address. Reads the narrow columns
-- of `actor_trips` in the partitions of the slots: only detection that runs again, and verification, ask.
SELECT bracket_id, groupArray(concat(base58Encode(address), ' ', base58Encode(pool), ' ', last_slot, ' ', gained, ' ', aimed))
FROM actor_trips FINAL
WHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND bracket_id IN {ids:Array(String)}
GROUP BY bracket_id
