-- The pools in which some transactions may be victims of a sandwich longer than the stored ones. An actor with
-- as many round trips as a known bot needs (rule 11), enough of them aimed, swapped in such a pool within the window: before
-- the transaction in its direction, or after it in the other direction. Swaps that are legs of a stored
-- sandwich do not count, because a stored sandwich takes its legs before longer ones do. The result may have
-- too many pools, never too few: the detector decides.
-- Keys: `swaps` by (pool, slot) within the windows, narrow columns only, in buckets of 64 slots: a set of each slot, 100,000
-- of them, took a quarter of the CPU time, and what is outside the windows is left out at the end; `sandwiches` by first_slot,
-- a day and more of them (without FINAL: an old revision may only add a bot); `sandwich_legs` by slot, those of the
-- buckets.
WITH
    victims AS
    (
        SELECT
            toFixedString(base58Decode(given.1), 32) AS pool, given.2 AS victim_slot, given.3 AS victim_index,
            toFixedString(base58Decode(given.4), 32) AS paid
        FROM (SELECT arrayJoin({positions:Array(Tuple(String, UInt64, UInt32, String))}) AS given)
    ),
    windows AS
    (
        SELECT DISTINCT pool, arrayJoin(range(intDiv(toUInt64(greatest(victim_slot, {window:UInt64}) - {window:UInt64}), 64), intDiv(victim_slot + {window:UInt64}, 64) + 1)) AS near_slots
        FROM victims
    ),
    entities AS
    (
        SELECT
            arrayDistinct(arrayConcat(
                attackers,
                [toFixedString(tryBase58Decode(link_address), 32)],
                if(private_program IS NULL, [], [assumeNotNull(private_program)])
            )) AS addresses,
            count() AS trips,
            countIf(is_aimed) AS aims,
            groupUniqArray(8)(pool) AS some_pools
        FROM sandwiches
        PREWHERE first_slot BETWEEN {history_from:UInt64} AND {history_to:UInt64}
        WHERE pool = back_pool AND abs(quantity_ratio - 1) <= {trip_quantity:Float64}
        GROUP BY attackers, link_address, private_program
    ),
    bots AS
    (
        SELECT address
        FROM entities
        ARRAY JOIN addresses AS address
        GROUP BY address
        HAVING sum(trips) >= {bot_trips:UInt32} AND sum(aims) >= {bot_aims:UInt32}
            AND length(arrayDistinct(arrayFlatten(groupArray(some_pools)))) >= {bot_pools:UInt32}
    ),
    legs AS
    (
        SELECT slot, block_index, outer_index, inner_index, part_index
        FROM sandwich_legs FINAL
        PREWHERE intDiv(slot, 64) IN (SELECT near_slots FROM windows)
        WHERE role IN ('front', 'back') AND pool IN (SELECT pool FROM victims)
    )
SELECT DISTINCT base58Encode(pool), victim_slot, victim_index
FROM
(
    -- `bots` is used in one place only: each use would run its query again.
    SELECT
        pool, slot, block_index, mint_in, mint_out,
        arrayJoin(arrayDistinct([
            trader, signer, authority, CAST(outer_program AS FixedString(32)),
            ifNull(source_account, trader), ifNull(destination_account, trader)
        ])) AS address
    FROM swaps
    PREWHERE (pool, intDiv(slot, 64)) IN windows
    WHERE success AND (slot, block_index, outer_index, inner_index, part_index) NOT IN legs
) AS swapped
INNER JOIN victims USING (pool)
WHERE address IN bots
    AND abs(toInt64(slot) - toInt64(victim_slot)) <= {window:Int64}
    AND if((slot, block_index) < (victim_slot, victim_index), mint_in = paid, mint_out = paid)
ORDER BY ALL
