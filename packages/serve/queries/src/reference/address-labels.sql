-- The labels of some addresses. Key of `labels`: (address); small enough to read whole.
SELECT base58Encode(address), kind, label, tags
FROM labels FINAL
WHERE address IN (SELECT toFixedString(base58Decode(arrayJoin({addresses:Array(String)})), 32))
