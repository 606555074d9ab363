-- Signature, tick and time of some transactions, from the swaps they hold. Key of `swaps`: (pool, slot, block_index).
SELECT DISTINCT slot, block_index, base58Encode(signature), poh_tick, toUnixTimestamp(block_time)
FROM swaps FINAL
WHERE pool IN arrayMap(p -> toFixedString(base58Decode(p), 32), {pools:Array(String)})
    AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (slot, block_index) IN arrayZip({slots:Array(UInt64)}, {block_indexes:Array(UInt32)})
