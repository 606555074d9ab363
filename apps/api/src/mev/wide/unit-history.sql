-- For some pools, each in a slot range: what the brackets of a day before tell of who traded there, by address: exact ones
-- of one slot or a short span, which make a known bot, and the last slots of those that pass no rule, too many of which
-- unmake one. Those of the pool itself within its range are left out: the detector finds them again.
-- It reads no more than the latest 256 proofs that are final when a front leg runs: the latest 256 that are final before
-- the range, and all later ones. Keys: `swaps` by (pool, slot); `sandwiches` by first_slot, a day and more of them.
WITH
    parts AS
    (
        SELECT part.1 AS number, toFixedString(base58Decode(part.2.1), 32) AS pool, part.2.2 AS from_slot, part.2.3 AS to_slot
        FROM (SELECT arrayJoin(arrayZip(arrayEnumerate({ranges:Array(Tuple(String, UInt64, UInt64))}), {ranges:Array(Tuple(String, UInt64, UInt64))})) AS part)
    ),
    traders AS
    (
        SELECT DISTINCT
            number, pool, from_slot, to_slot,
            arrayJoin(arrayDistinct([
                trader, signer, authority, CAST(outer_program AS FixedString(32)),
                ifNull(source_account, trader), ifNull(destination_account, trader)
            ])) AS address
        FROM swaps
        INNER JOIN parts USING (pool)
        PREWHERE (pool, slot) IN (SELECT pool, arrayJoin(range(from_slot, to_slot + 1)) FROM parts)
        WHERE success AND slot BETWEEN from_slot AND to_slot
    ),
    brackets AS
    (
        SELECT
            first_slot, bracket_id, last_slot, block_time, pool AS bracket_pool, mint_in, ifNull(net, gross) AS gain,
            basis IS NOT NULL AS is_proof,
            arrayJoin(arrayDistinct(arrayConcat(
                attackers,
                [toFixedString(tryBase58Decode(link_address), 32)],
                if(private_program IS NULL, [], [assumeNotNull(private_program)])
            ))) AS address
        FROM sandwiches FINAL
        PREWHERE first_slot BETWEEN {history_from:UInt64} AND {history_to:UInt64}
        WHERE basis IS NULL OR (confidence = 'exact' AND basis IN ('same_slot', 'short_span'))
    ),
    latest AS
    (
        SELECT
            number, from_slot, address, is_proof, first_slot, bracket_id, last_slot, block_time, bracket_pool, mint_in, gain
        FROM (SELECT * FROM brackets WHERE address IN (SELECT address FROM traders)) AS known
        INNER JOIN traders USING (address)
        WHERE first_slot <= to_slot AND first_slot + {history:UInt64} >= from_slot
            AND NOT (bracket_pool = pool AND first_slot >= from_slot)
        ORDER BY number, address, last_slot DESC, first_slot DESC, bracket_id
        LIMIT 2048 BY number, address, is_proof
    )
SELECT
    toUInt32(number), base58Encode(address),
    groupArrayIf((base58Encode(bracket_pool), base58Encode(mint_in), toString(gain), last_slot, toUnixTimestamp(block_time)), is_proof),
    groupArrayIf(last_slot, NOT is_proof)
FROM
(
    SELECT *
    FROM latest
    ORDER BY number, address, last_slot DESC, first_slot DESC, bracket_id
    LIMIT 256 BY number, address, if(is_proof AND last_slot + 20 < from_slot, '', bracket_id)
)
GROUP BY number, address
-- Nobody is a bot by what is none.
HAVING countIf(is_proof) > 0
