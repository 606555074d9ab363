-- Where an address was traded as a pool, and which mints; nothing of one that is none. Key of `swaps`: (pool, slot), the
-- first granule with a row: for several addresses one such query each, joined, as a single one for all of them reads every
-- swap that there ever was in each pool.
SELECT base58Encode(pool), base58Encode(CAST(program_id AS FixedString(32))),
    arrayMap(m -> base58Encode(assumeNotNull(m)), arrayFilter(m -> m IS NOT NULL, [mint_in, mint_out]))
FROM swaps
WHERE pool = toFixedString(unhex({address:String}), 32) AND success
LIMIT 1
SETTINGS max_threads = 1, max_block_size = 1024
