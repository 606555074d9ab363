-- The transactions at some positions, at most 1,001, newest first. Key of `transactions` (slot, block_index):
-- one granule (1,024 rows) per position and version, often shared.
SELECT
    base58Encode(signature), slot, block_index, poh_tick, toUnixTimestamp(block_time), success,
    arrayMap(m -> base58Encode(m.program_id), markets)
FROM transactions
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
ORDER BY slot DESC, block_index DESC, version DESC
LIMIT 1 BY slot, block_index
