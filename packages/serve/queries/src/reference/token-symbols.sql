-- The symbols and decimals of some mints. Key of `tokens`: (mint), at most one granule per mint and part. The mints are a
-- subquery because an expression over a parameter is not looked up in the key.
SELECT base58Encode(mint), symbol, decimals
FROM tokens
WHERE mint IN (SELECT toFixedString(base58Decode(arrayJoin({mints:Array(String)})), 32))
ORDER BY mint, observed_at DESC
LIMIT 1 BY mint
