-- The transactions at some positions, at most 100, the newest first. Key of `transactions` (slot, block_index).
SELECT base58Encode(signature), slot, base58Encode(signer)
FROM transactions
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
ORDER BY slot DESC, block_index DESC, version DESC
LIMIT 1 BY slot, block_index
