-- The signatures and ticks of some transactions with swaps or attempts in some pools. Key of `swaps`: (pool,
-- slot, block_index).
SELECT slot, block_index, base58Encode(signature), poh_tick
FROM swaps
WHERE (pool, slot, block_index) IN
    (
        SELECT toFixedString(base58Decode(given.1), 32), given.2, given.3
        FROM (SELECT arrayJoin({positions:Array(Tuple(String, UInt64, UInt32))}) AS given)
    )
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
