SELECT slot, block_index
FROM transactions
WHERE (slot, block_index) IN (SELECT slot, block_index FROM signatures WHERE signature_prefix = reinterpretAsUInt64(substring(unhex({signature:String}), 1, 8)))
    AND signature = toFixedString(unhex({signature:String}), 64)
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
