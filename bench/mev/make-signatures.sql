INSERT INTO signatures (signature_prefix, slot, block_index)
SELECT reinterpretAsUInt64(substring(signature, 1, 8)), slot, block_index
FROM bench_flow
WHERE slot >= {transactions_from:UInt64}
