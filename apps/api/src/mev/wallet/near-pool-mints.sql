-- A pair that some pools were traded in, each within a few hundred slots. Key of `swaps`: (pool, slot).
SELECT base58Encode(pool), [base58Encode(assumeNotNull(mint_in)), base58Encode(assumeNotNull(mint_out))]
FROM swaps
PREWHERE (pool, slot) IN
    (
        SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
        FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
    )
WHERE success
LIMIT 1 BY pool
