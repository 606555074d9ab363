-- Changes that some transactions made for their fee payers: lamports, and tokens by mint. Key: (slot, block_index). The
-- newest version of each, without FINAL, which would merge the rows of every part.
SELECT
    slot, block_index, base58Encode(signer), arrayMap(s -> base58Encode(s), other_signers), toString(sol_change),
    arrayMap(c -> (base58Encode(tupleElement(c, 'mint')), toString(tupleElement(c, 'amount'))), token_changes)
FROM transactions
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (slot, block_index) IN arrayZip({slots:Array(UInt64)}, {block_indexes:Array(UInt32)})
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
