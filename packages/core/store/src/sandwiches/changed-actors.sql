-- Those of some addresses whose trips were written in the last seconds. Key of `actor_trips`: address.
SELECT DISTINCT base58Encode(address)
FROM actor_trips
PREWHERE address IN (SELECT toFixedString(base58Decode(arrayJoin({addresses:Array(String)})), 32))
WHERE inserted_at > now() - {seconds:UInt32}
