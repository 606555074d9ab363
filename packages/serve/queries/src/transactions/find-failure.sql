-- How the transactions at some positions failed, in every version. Key of `transactions` (slot, block_index): one
-- granule per position and part. The caller takes the best version of each, and compares the signatures.
SELECT
    base58Encode(signature), slot, block_index, toUnixTimestamp(block_time), success, error,
    if(failed_program IS NULL, NULL, base58Encode(assumeNotNull(failed_program))), error_name, version
FROM transactions
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
