-- The programs that exchanged mints without a known layout in a range of slots, by the first byte of their instructions, most
-- frequent first. The key begins with the program: reads every row of these slots, some ten a block. The index on slots
-- and the partitions skip older ones. PREWHERE is explicit, as in read-swaps.sql.
SELECT
    base58Encode(f.program_id), f.first_byte, count() AS frames, countIf(f.is_inferred),
    uniqExact(f.slot, f.block_index), max(f.slot), base58Encode(argMax(f.signature, (f.slot, f.block_index)))
FROM unknown_frames AS f FINAL
PREWHERE f.slot BETWEEN {since_slot:UInt64} AND {to_slot:UInt64}
GROUP BY f.program_id, f.first_byte
ORDER BY frames DESC, f.program_id, f.first_byte
LIMIT {limit:UInt32}
