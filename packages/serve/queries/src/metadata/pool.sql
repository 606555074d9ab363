-- One pool in which an address was traded, with its mints; no row for an address that is not a pool. Key of
-- `swaps`: (pool, slot), only the first granule with a row. For several addresses, one such query each is
-- joined by UNION ALL: a single query for all of them would read every swap of each pool.
SELECT base58Encode(pool), base58Encode(CAST(program_id AS FixedString(32))),
    arrayMap(m -> base58Encode(assumeNotNull(m)), arrayFilter(m -> m IS NOT NULL, [mint_in, mint_out]))
FROM swaps
WHERE pool = toFixedString(unhex({address:String}), 32) AND success
LIMIT 1
SETTINGS max_threads = 1, max_block_size = 1024
