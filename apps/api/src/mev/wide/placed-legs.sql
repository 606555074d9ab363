-- The signatures and ticks of some transactions with swaps or attempts in some pools. Key of `swaps`: (pool,
-- slot, block_index).
SELECT slot, block_index, base58Encode(signature), poh_tick
FROM swaps
WHERE (pool, slot, block_index) IN
    (
        SELECT toFixedString(base58Decode(place.1), 32), place.2, place.3
        FROM (SELECT arrayJoin({places:Array(Tuple(String, UInt64, UInt32))}) AS place)
    )
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
