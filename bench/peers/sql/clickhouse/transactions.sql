SELECT lower(hex(signature)), slot, block_index, poh_tick
FROM transactions
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
