-- Signature, tick and time of some transactions, read from their swaps. Key of `swaps_by_trader`: (trader, slot,
-- block_index). The traders are a subquery because ClickHouse does not use the key for an expression over a parameter.
-- The newest version of each, without FINAL, which would merge the rows of every part.
SELECT slot, block_index, lower(hex(signature)), poh_tick, toUnixTimestamp(block_time)
FROM swaps_by_trader
PREWHERE trader IN (SELECT toFixedString(base58Decode(arrayJoin({traders:Array(String)})), 32))
    AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (slot, block_index) IN arrayZip({slots:Array(UInt64)}, {block_indexes:Array(UInt32)})
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
