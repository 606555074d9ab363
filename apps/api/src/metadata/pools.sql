-- Of some addresses, those that are pools: where each was traded, and which mints. Key of `swaps`: (pool, slot), a granule
-- an address and part. The addresses are a subquery, for an expression over a parameter is not looked up in the key: it
-- read all swaps there are.
SELECT base58Encode(address), base58Encode(CAST(program_id AS FixedString(32))), arrayMap(m -> base58Encode(m), pair)
FROM
(
    SELECT
        pool AS address, program_id,
        arrayMap(m -> assumeNotNull(m), arrayFilter(m -> m IS NOT NULL, [mint_in, mint_out])) AS pair
    FROM swaps
    WHERE pool IN (SELECT toFixedString(unhex(arrayJoin({addresses:Array(String)})), 32)) AND success
    LIMIT 1 BY pool
)
