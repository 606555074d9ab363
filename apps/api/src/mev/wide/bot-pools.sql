-- In which of their pools some transactions may be victims of a bracket longer than those stored: pools in which, within
-- the window, an attacker of at least three exact brackets in at least two pools swapped before the transaction its way,
-- or after it the other way. More than are brackets, never less: the detector decides.
-- Keys: `transactions` and `swaps` by position; `swaps` by (pool, slot) within the windows, narrow columns only;
-- `sandwiches` by first_slot, a day and more of them.
WITH
    victims AS
    (
        SELECT DISTINCT pool, slot AS victim_slot, block_index AS victim_index, mint_in AS paid
        FROM swaps
        WHERE pool IN
            (
                SELECT arrayJoin(markets.pool)
                FROM transactions
                WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
            )
            AND slot IN arrayMap(p -> p.1, {positions:Array(Tuple(UInt64, UInt32))})
            AND (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
            AND success
    ),
    bots AS
    (
        SELECT address
        FROM
        (
            SELECT
                pool,
                arrayJoin(arrayDistinct(arrayConcat(
                    attackers,
                    [toFixedString(tryBase58Decode(link_address), 32)],
                    if(private_program IS NULL, [], [assumeNotNull(private_program)])
                ))) AS address
            FROM sandwiches FINAL
            WHERE first_slot BETWEEN {history_from:UInt64} AND {history_to:UInt64} AND confidence = 'exact'
                AND basis IN ('same_slot', 'short_span')
        )
        GROUP BY address
        HAVING count() >= 3 AND uniqExact(pool) >= 2
    )
SELECT DISTINCT base58Encode(pool), victim_slot, victim_index
FROM
(
    SELECT
        pool, slot, block_index, mint_in, mint_out,
        arrayJoin(arrayDistinct([
            trader, signer, authority, CAST(outer_program AS FixedString(32)),
            ifNull(source_account, trader), ifNull(destination_account, trader)
        ])) AS address
    FROM swaps
    WHERE pool IN (SELECT pool FROM victims)
        AND slot IN
        (
            SELECT arrayJoin(range(toUInt64(greatest(victim_slot, {window:UInt64}) - {window:UInt64}), victim_slot + {window:UInt64} + 1))
            FROM victims
        )
        AND success
) AS swapped
INNER JOIN victims USING (pool)
WHERE address IN (SELECT address FROM bots)
    AND abs(toInt64(slot) - toInt64(victim_slot)) <= {window:Int64}
    AND if((slot, block_index) < (victim_slot, victim_index), mint_in = paid, mint_out = paid)
ORDER BY ALL
