-- The names of some mints. Key of `tokens`: mint.
SELECT base58Encode(mint), symbol, name, decimals
FROM tokens FINAL
WHERE mint IN (SELECT toFixedString(unhex(arrayJoin({addresses:Array(String)})), 32)) AND source != 'none'
