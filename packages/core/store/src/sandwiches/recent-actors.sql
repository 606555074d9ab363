-- The addresses whose trips were written lately, up to the newest: what a process that was killed may have left unjudged; each with
-- the seconds since the last of them. Reads the narrow columns of `actor_trips`.
SELECT base58Encode(address), min(last_slot), max(last_slot), max(is_deleted), toUInt32(greatest(0, now() - max(inserted_at)))
FROM actor_trips
WHERE inserted_at >= (SELECT max(inserted_at) FROM actor_trips) - {seconds:UInt32}
GROUP BY address
