-- Signature, tick and time of some transactions, from the swaps they hold. Key of `swaps`: (pool, slot, block_index);
-- the pools are a subquery, for an expression over a parameter is not looked up in the key.
SELECT DISTINCT slot, block_index, lower(hex(signature)), poh_tick, toUnixTimestamp(block_time)
FROM swaps FINAL
WHERE pool IN (SELECT toFixedString(base58Decode(arrayJoin({pools:Array(String)})), 32))
    AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (slot, block_index) IN arrayZip({slots:Array(UInt64)}, {block_indexes:Array(UInt32)})
