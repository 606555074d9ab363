-- The slot that holds a transaction, even if its block is not completely stored. Keys: `signatures` by the first 8
-- bytes, then `transactions` by (slot, block_index), one granule per hit. The full signature is compared at the end.
SELECT slot
FROM transactions
WHERE (slot, block_index) IN (SELECT slot, block_index FROM signatures WHERE signature_prefix = {prefix:UInt64})
    AND signature = toFixedString(unhex({signature:String}), 64)
ORDER BY slot DESC
LIMIT 1
