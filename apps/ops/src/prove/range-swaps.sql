-- Swaps and failed swaps of a slot range by program. Key of `swaps`: (pool, slot …); the partitions and the index on
-- slots skip what lies outside the range. PREWHERE is explicit, as in read-swaps.sql. Rows of a block that is being
-- written do not count yet.
SELECT
    base58Encode(program_id), any(dex_name), countIf(success AND NOT inferred), countIf(success AND inferred),
    countIf(NOT success)
FROM swaps FINAL
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
WHERE slot IN (SELECT slot FROM slots WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64})
GROUP BY program_id
ORDER BY count() DESC, program_id
