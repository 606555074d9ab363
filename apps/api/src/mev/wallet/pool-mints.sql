-- A pair that some quiet pools were traded in. Key of `swaps`: (pool, slot); a granule or few a pool and part.
SELECT base58Encode(pool), [base58Encode(assumeNotNull(mint_in)), base58Encode(assumeNotNull(mint_out))]
FROM swaps
PREWHERE pool IN arrayMap(p -> toFixedString(base58Decode(p), 32), {pools:Array(String)})
    AND slot BETWEEN {from:UInt64} AND {to:UInt64}
WHERE success
LIMIT 1 BY pool
