-- Which of some actors have enough trips for their record to say something. Key of `actor_trips`: (address, first_slot).
SELECT base58Encode(address)
FROM actor_trips FINAL
PREWHERE address IN (SELECT toFixedString(base58Decode(arrayJoin({addresses:Array(String)})), 32))
    AND first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY address
HAVING count() >= {trips_needed:UInt32}
