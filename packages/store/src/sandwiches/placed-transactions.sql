-- Signature, signer, tick and time of some transactions. Key: (slot, block_index).
SELECT slot, block_index, lower(hex(signature)), base58Encode(signer), poh_tick, toUnixTimestamp(block_time)
FROM transactions
WHERE (slot, block_index) IN arrayZip({slots:Array(UInt64)}, {block_indexes:Array(UInt32)})
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
