INSERT INTO signatures (signature_prefix, slot, block_index)
SELECT reinterpretAsUInt64(substring(signature, 1, 8)), slot, block_index
FROM transactions
WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1
