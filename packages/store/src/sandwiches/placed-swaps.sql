-- Signature, tick and time of some transactions, read from their swaps. Key of `swaps`: (pool, slot, block_index). The
-- pools are a subquery because ClickHouse does not use the key for an expression over a parameter.
SELECT DISTINCT slot, block_index, lower(hex(signature)), poh_tick, toUnixTimestamp(block_time)
FROM swaps FINAL
WHERE pool IN (SELECT toFixedString(base58Decode(arrayJoin({pools:Array(String)})), 32))
    AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (slot, block_index) IN arrayZip({slots:Array(UInt64)}, {block_indexes:Array(UInt32)})
