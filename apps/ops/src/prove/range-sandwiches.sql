-- Sandwiches whose first leg lies in a slot range, by program, with the verdict of when they were found. Key of
-- `sandwiches`: (first_slot, bracket_id).
SELECT
    base58Encode(program_id), any(dex_name), countIf(confidence_then = 'exact'), countIf(confidence_then = 'loose'),
    countIf(confidence_then = 'suspected'), sumIf(harmed_count, confidence_then != 'suspected')
FROM sandwiches FINAL
PREWHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY program_id
ORDER BY count() DESC, program_id
