-- Signature and tick of some transactions with swaps or attempts in a pool. Key of `swaps`: (pool, slot, block_index).
SELECT slot, block_index, base58Encode(signature), poh_tick
FROM swaps
WHERE pool = toFixedString(base58Decode({pool:String}), 32)
    AND (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
