-- The number of swaps and attempts in some pools, each in its own slot range. Key of `swaps`: (pool, slot),
-- only its columns.
SELECT toUInt32(part.1), count()
FROM swaps
INNER JOIN
(
    SELECT part, toFixedString(base58Decode(part.2.1), 32) AS pool
    FROM (SELECT arrayJoin(arrayZip(arrayEnumerate({ranges:Array(Tuple(String, UInt64, UInt64))}), {ranges:Array(Tuple(String, UInt64, UInt64))})) AS part)
) AS parts USING (pool)
PREWHERE (pool, slot) IN
    (
        SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
        FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
    )
WHERE slot BETWEEN part.2.2 AND part.2.3
GROUP BY part.1
