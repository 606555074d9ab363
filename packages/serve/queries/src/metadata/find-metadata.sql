-- The costs and changes of the transactions at some positions, in every version. Key of `transactions` (slot,
-- block_index): one granule per position and part. The caller takes the best version of each, and compares the
-- signatures.
SELECT
    base58Encode(signature), slot, block_index, toUnixTimestamp(block_time), success, error, fee, priority_fee, jito_tip,
    compute_units, base58Encode(signer), toString(sol_change),
    arrayMap(c -> (base58Encode(tupleElement(c, 'mint')), tupleElement(c, 'decimals'), toString(tupleElement(c, 'amount'))),
        token_changes), version
FROM transactions
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
