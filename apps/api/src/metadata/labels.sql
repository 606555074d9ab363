-- What some addresses are known as. Key of `labels`: address.
SELECT base58Encode(address), kind, label, tags
FROM labels FINAL
WHERE address IN (SELECT toFixedString(unhex(arrayJoin({addresses:Array(String)})), 32))
