-- Signature, signer, tick and time of some transactions. Key: (slot, block_index). The newest version of each, without
-- FINAL, which would merge the rows of every part.
SELECT slot, block_index, lower(hex(signature)), base58Encode(signer), poh_tick, toUnixTimestamp(block_time)
FROM transactions
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (slot, block_index) IN arrayZip({slots:Array(UInt64)}, {block_indexes:Array(UInt32)})
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
