-- The costs and changes of some transactions. For duplicate copies see transactions/find-transaction.sql. Keys:
-- `signatures` by the first 8 bytes, then `transactions` by (slot, block_index), one granule per hit. The full
-- signature decides.
SELECT
    base58Encode(signature), slot, toUnixTimestamp(block_time), success, error, fee, priority_fee, jito_tip, compute_units,
    base58Encode(signer), toString(sol_change),
    arrayMap(c -> (base58Encode(c.mint), c.decimals, toString(c.amount)), token_changes)
FROM transactions
WHERE (slot, block_index) IN
    (
        SELECT slot, block_index FROM signatures WHERE signature_prefix IN {prefixes:Array(UInt64)}
    )
    AND signature IN arrayMap(s -> toFixedString(unhex(s), 64), {signatures:Array(String)})
ORDER BY slot DESC, block_index, version DESC
LIMIT 1 BY slot, block_index
LIMIT 1000
