-- For some pools, each in its own slot range: the evidence from the sandwiches of the day before about those
-- who traded there, by address. Exact sandwiches of one slot or a short span prove a known bot. Too many that
-- pass no rule outweigh the proofs; of these only the last slots are returned. Sandwiches of the pool itself
-- within its range are left out: the detector finds them again.
-- The detector uses at most the latest 256 proofs that are final when a front leg runs. This query therefore
-- returns the latest 256 that are final before the range, and the later ones.
-- Keys: `swaps` by (pool, slot); `sandwiches` by first_slot, a day and more of them.
WITH
    parts AS
    (
        SELECT
            part.1 AS number, toFixedString(base58Decode(part.2.1), 32) AS pool, part.2.2 AS from_slot, part.2.3 AS to_slot,
            {from_times:Array(UInt32)}[part.1] AS from_time
        FROM (SELECT arrayJoin(arrayZip(arrayEnumerate({ranges:Array(Tuple(String, UInt64, UInt64))}), {ranges:Array(Tuple(String, UInt64, UInt64))})) AS part)
    ),
    traders AS
    (
        SELECT DISTINCT
            number, pool, from_slot, to_slot, from_time,
            arrayJoin(arrayDistinct([
                trader, signer, authority, CAST(outer_program AS FixedString(32)),
                ifNull(source_account, trader), ifNull(destination_account, trader)
            ])) AS address
        FROM swaps
        INNER JOIN parts USING (pool)
        PREWHERE (pool, slot) IN (SELECT pool, arrayJoin(range(from_slot, to_slot + 1)) FROM parts)
        WHERE success AND slot BETWEEN from_slot AND to_slot
    ),
    day_sandwiches AS
    (
        SELECT
            first_slot, last_slot, block_time, pool AS sandwich_pool, mint_in, ifNull(net, gross) AS gain,
            basis IS NOT NULL AS is_proof,
            arrayJoin(arrayDistinct(arrayConcat(
                attackers,
                -- LowCardinality, because few distinct addresses repeat in many rows.
                [toFixedString(CAST(tryBase58Decode(toLowCardinality(link_address)) AS String), 32)],
                if(private_program IS NULL, [], [assumeNotNull(private_program)])
            ))) AS address
        FROM sandwiches FINAL
        PREWHERE first_slot BETWEEN {history_from:UInt64} AND {history_to:UInt64}
        WHERE basis IS NULL OR (confidence = 'exact' AND basis IN ('same_slot', 'short_span'))
    )
SELECT
    toUInt32(number), base58Encode(address),
    arrayMap(
        p -> (base58Encode(p.3), base58Encode(p.4), toString(p.5), p.1, toUnixTimestamp(p.6)),
        arrayConcat(
            arraySlice(arrayReverseSort(p -> (p.1, p.2), groupArrayIf(proof, is_proof AND is_early)), 1, 256),
            arraySlice(arrayReverseSort(p -> (p.1, p.2), groupArrayIf(proof, is_proof AND NOT is_early)), 1, 2048)
        )
    ),
    arraySlice(arrayReverseSort(groupArrayIf(last_slot, NOT is_proof)), 1, 2048)
FROM
(
    SELECT
        number, address, is_proof, last_slot, last_slot + 20 < from_slot AS is_early,
        (last_slot, first_slot, sandwich_pool, mint_in, gain, block_time) AS proof
    FROM day_sandwiches
    INNER JOIN traders USING (address)
    WHERE first_slot <= to_slot AND first_slot + {history:UInt64} >= from_slot
        AND NOT (sandwich_pool = pool AND first_slot >= from_slot)
        -- At most a day before the first possible front; 0 where that time is not known.
        AND (from_time = 0 OR block_time IS NULL OR toUnixTimestamp(block_time) + 86400 >= from_time)
)
GROUP BY number, address
-- Without a proof an address is not a bot.
HAVING countIf(is_proof) > 0
