-- One pair that each of some pools traded. Key of `swaps`: (pool, slot); for a quiet pool one granule per part.
-- The pools are a subquery because an expression over a parameter is not looked up in the key.
SELECT base58Encode(pool), [base58Encode(assumeNotNull(mint_in)), base58Encode(assumeNotNull(mint_out))]
FROM swaps
PREWHERE pool IN (SELECT toFixedString(base58Decode(arrayJoin({pools:Array(String)})), 32))
    AND slot BETWEEN {from:UInt64} AND {to:UInt64}
WHERE success
LIMIT 1 BY pool
