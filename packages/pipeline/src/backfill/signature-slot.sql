-- The slot that holds a transaction, whether or not its block is stored to its end. Keys: `signatures` by the first 8
-- bytes, then `transactions` by (slot, block_index), a granule a hit; the full signature decides.
SELECT slot
FROM transactions
WHERE (slot, block_index) IN (SELECT slot, block_index FROM signatures WHERE signature_prefix = {prefix:UInt64})
    AND signature = toFixedString(unhex({signature:String}), 64)
ORDER BY slot DESC
LIMIT 1
