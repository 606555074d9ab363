-- One pair that each of some pools traded. Key of `swaps`: (pool, slot); for a quiet pool one granule per part.
-- The pools are a subquery because an expression over a parameter is not looked up in the key. Grouped, so that one row a pool
-- is encoded. Both mints are of one row: `any` takes the first.
SELECT base58Encode(pool), [base58Encode(assumeNotNull(any(mint_in))), base58Encode(assumeNotNull(any(mint_out)))]
FROM swaps
PREWHERE pool IN (SELECT toFixedString(base58Decode(arrayJoin({pools:Array(String)})), 32))
    AND slot BETWEEN {from:UInt64} AND {to:UInt64}
WHERE success
GROUP BY pool
