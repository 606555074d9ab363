-- A digest of what was added to, or taken from, the records of some addresses since a time. Key of `actor_trips`: address.
SELECT toString(sum(row_hash))
FROM
(
    SELECT cityHash64(address, first_slot, bracket_id, max(revision)) AS row_hash
    FROM actor_trips
    PREWHERE address IN (SELECT toFixedString(base58Decode(arrayJoin({addresses:Array(String)})), 32))
        AND inserted_at >= toDateTime({since:UInt32}, 'UTC')
    GROUP BY address, first_slot, bracket_id
)
