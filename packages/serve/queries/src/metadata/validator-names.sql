-- Those of some addresses that are validators, by identity or by vote account. `validators` is small: one row
-- per validator and change.
SELECT base58Encode(assumeNotNull(address)), argMax(name, valid_from_slot), argMax(client, valid_from_slot)
FROM
(
    SELECT arrayJoin([CAST(identity AS Nullable(FixedString(32))), vote_account]) AS address, name, client, valid_from_slot
    FROM validators FINAL
)
WHERE address IN arrayMap(a -> toFixedString(unhex(a), 32), {addresses:Array(String)})
GROUP BY address
