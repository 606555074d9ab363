-- What some addresses are known as. Key of `labels`: address.
SELECT base58Encode(address), kind, label, tags
FROM labels FINAL
WHERE address IN arrayMap(a -> toFixedString(unhex(a), 32), {addresses:Array(String)})
