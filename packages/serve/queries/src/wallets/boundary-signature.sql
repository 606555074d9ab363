-- The first stored transaction from a slot on. A node that lists what is before it lists exactly what is older
-- than the stored data. Key of `transactions`: the first granule of the range.
SELECT base58Encode(signature)
FROM transactions
WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + 1024
ORDER BY slot, block_index
LIMIT 1
