-- What some mints are called. Key of `tokens`: mint.
SELECT base58Encode(mint), symbol, name, decimals
FROM tokens FINAL
WHERE mint IN arrayMap(m -> toFixedString(unhex(m), 32), {addresses:Array(String)}) AND source != 'none'
