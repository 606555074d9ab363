-- What some mints call themselves. Key of `tokens`: (mint), a granule a mint and part at most. The mints are a subquery,
-- for an expression over a parameter is not looked up in the key.
SELECT base58Encode(mint), symbol
FROM tokens
WHERE mint IN (SELECT toFixedString(base58Decode(arrayJoin({mints:Array(String)})), 32))
ORDER BY mint, observed_at DESC
LIMIT 1 BY mint
