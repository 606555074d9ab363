-- The number of swaps and attempts in some pools, each in its own slot range. Key of `swaps`: (pool, slot),
-- only its columns, in buckets of 64 slots, because a set of each slot takes longer to build and to look up.
SELECT toUInt32(part.1), count()
FROM swaps
INNER JOIN
(
    SELECT part, toFixedString(base58Decode(part.2.1), 32) AS pool
    FROM (SELECT arrayJoin(arrayZip(arrayEnumerate({ranges:Array(Tuple(String, UInt64, UInt64))}), {ranges:Array(Tuple(String, UInt64, UInt64))})) AS part)
) AS parts USING (pool)
PREWHERE (pool, intDiv(slot, 64)) IN
    (
        SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(intDiv(part.2, 64), intDiv(part.3, 64) + 1))
        FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
    )
WHERE slot BETWEEN part.2.2 AND part.2.3
GROUP BY part.1
