-- Wallet B's trades around the swaps of wallet A, one row per pool, transaction of A and transaction of B: B's
-- nearest swap in the pool in A's direction before A's swap, B's nearest swap in the other direction after it,
-- and all legs of the sandwiches around A's swap in which B has a leg. The sums by pool, by DEX and in all
-- (with a page of incidents) are computed here, so that the incidents are found only once. Two transactions
-- that meet in several pools are one pair: each pool lists it, and the sums over pools count it once.
-- `position_key` is slot and block index in one number, and so are the keys of incidents. Ticks are all UInt64: of two
-- integer types `ifNull` makes a Variant, with which the whole takes half as long again. Window frames use RANGE, because swaps
-- of one transaction are neither before nor after each other. Keys: `swaps_by_trader` by (trader, slot), both wallets' rows in the
-- range; `slots` by their slots outside `whole_from` to `whole_to`, in which only those of `left_out` have no block;
-- `sandwich_legs_by_trader` by (trader, slot); `sandwiches` by (first_slot, bracket_id); `sandwich_legs` by slot, some 20 a sandwich.
WITH
    toFixedString(unhex({a:String}), 32) AS wallet_a,
    toFixedString(unhex({b:String}), 32) AS wallet_b,
    shared AS
    (
        SELECT pool
        FROM swaps_by_trader
        WHERE trader IN (wallet_a, wallet_b) AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64} AND success
        GROUP BY pool
        HAVING countIf(trader = wallet_a) > 0 AND countIf(trader = wallet_b) > 0
    ),
    traded AS
    (
        SELECT
            trader = wallet_a AS is_a, pool, assumeNotNull(mint_in) AS paid, assumeNotNull(mint_out) AS bought,
            bitShiftLeft(slot, 24) + block_index AS position_key, any(signature) AS sig,
            ifNull(any(poh_tick), toUInt64((any(slot) + 1) * 64 - 1)) AS tick, any(toString(dex_name)) AS dex
        FROM swaps_by_trader
        WHERE trader IN (wallet_a, wallet_b) AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64} AND success
            AND (trader = wallet_b OR slot BETWEEN {from:UInt64} AND {to:UInt64})
            AND pool IN shared
            AND ((slot BETWEEN {whole_from:UInt64} AND {whole_to:UInt64} AND slot NOT IN {left_out:Array(UInt64)}) OR slot IN
            (
                SELECT slot
                FROM slots
                WHERE content != 'entries_only'
                    AND slot IN
                    (
                        SELECT slot
                        FROM swaps_by_trader
                        WHERE trader IN (wallet_a, wallet_b) AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64}
                            AND slot NOT BETWEEN {whole_from:UInt64} AND {whole_to:UInt64} AND success
                    )
            ))
        GROUP BY is_a, pool, paid, bought, position_key
    ),
    -- For each swap of A: B's latest swap before it, and B's first swap after it. If B has none, the position key is 0. Key,
    -- signature and tick are separate aggregates: one aggregate of a tuple takes more CPU time.
    neighbours AS
    (
        SELECT
            *,
            (
                maxIf(position_key, NOT is_a) OVER same_direction_before,
                argMaxIf(sig, position_key, NOT is_a) OVER same_direction_before,
                argMaxIf(tick, position_key, NOT is_a) OVER same_direction_before
            ) AS before,
            (
                minIf(position_key, NOT is_a) OVER other_direction_after,
                argMinIf(sig, position_key, NOT is_a) OVER other_direction_after,
                argMinIf(tick, position_key, NOT is_a) OVER other_direction_after
            ) AS after
        FROM traded
        WINDOW
            same_direction_before AS
            (
                PARTITION BY pool, paid, bought ORDER BY position_key RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ),
            other_direction_after AS
            (
                PARTITION BY pool, if(is_a, paid, bought), if(is_a, bought, paid) ORDER BY -toInt64(position_key)
                RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            )
    ),
    -- An array: a scalar subquery is run once, and a subquery of rows at each use.
    (
        SELECT groupUniqArray((bracket_id, first_slot, last_slot))
        FROM sandwich_legs_by_trader
        WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim'
            AND (first_slot, bracket_id) IN
            (
                SELECT first_slot, bracket_id
                FROM sandwiches FINAL
                PREWHERE (first_slot, bracket_id) IN
                (
                    SELECT first_slot, bracket_id
                    FROM sandwich_legs_by_trader
                    WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim'
                )
                WHERE is_counted
            )
            AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
    ) AS attacked,
    victims_and_legs AS
    (
        SELECT
            bracket_id,
            groupArrayIf(
                (slot, block_index, signature, ifNull(poh_tick, toUInt64((slot + 1) * 64 - 1)), pool, toString(dex_name), [assumeNotNull(mint_in), assumeNotNull(mint_out)]),
                role = 'victim'
            ) AS victims,
            groupArrayIf(
                (
                    slot, block_index, signature, ifNull(poh_tick, toUInt64((slot + 1) * 64 - 1)), toString(role), trader,
                    trader = wallet_b OR signer = wallet_b
                ),
                role != 'victim'
            ) AS all_legs,
            -- With failed attempts alone B is not part of the sandwich: then only these attempts are listed.
            arrayExists(leg -> leg.7 AND leg.5 IN ('front', 'back'), all_legs) AS is_bs,
            arrayFilter(leg -> is_bs OR leg.7, all_legs) AS legs
        FROM sandwich_legs FINAL
        -- On the key, so it keeps or drops all revisions of a row alike.
        PREWHERE slot IN (SELECT arrayJoin(range(toUInt64(greatest(it.2, 10) - 10), it.3 + 11)) FROM (SELECT arrayJoin(attacked) AS it))
            AND bracket_id IN (SELECT arrayJoin(attacked).1)
        WHERE role != 'victim'
            OR
            (
                trader = wallet_a AND ifNull(loss_amount, 1) > 0 AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
            )
        GROUP BY bracket_id
    ),
    sightings AS
    (
        SELECT
            pool, position_key AS key_a, sig AS sig_a, tick AS tick_a, side.2.1 AS key_b, side.2.2 AS sig_b, side.2.3 AS tick_b,
            dex, [paid, bought] AS mints, side.1 AS is_front, true AS has_succeeded, '' AS sandwich, wallet_b AS trader
        FROM neighbours
        ARRAY JOIN [(true, before), (false, after)] AS side
        WHERE is_a AND side.2.1 > 0 AND abs(toInt64(bitShiftRight(key_b, 24)) - toInt64(bitShiftRight(key_a, 24))) <= {window:Int64}
        UNION ALL
        SELECT
            victim.5, bitShiftLeft(victim.1, 24) + victim.2, victim.3, victim.4, bitShiftLeft(leg.1, 24) + leg.2, leg.3, leg.4, victim.6, victim.7,
            -- Legs are classified by role, failed attempts by position only.
            leg.5 = 'front' OR (leg.5 != 'back' AND (leg.1, leg.2) < (victim.1, victim.2)),
            leg.5 IN ('front', 'back'),
            bracket_id,
            if(leg.7, wallet_b, leg.6)
        FROM (SELECT bracket_id, victim, legs FROM victims_and_legs ARRAY JOIN victims AS victim)
        ARRAY JOIN legs AS leg
        WHERE abs(toInt64(leg.1) - toInt64(victim.1)) <= {window:Int64}
    ),
    incidents AS
    (
        SELECT
            pool, key_a, key_b, is_front, any(sig_a) AS signature_a, any(sig_b) AS signature_b,
            any(dex) AS dex_name, any(mints) AS traded_mints, any(trader) AS trader_b, max(has_succeeded) AS success, max(sandwich) AS bracket_id,
            toInt64(any(tick_b)) - toInt64(any(tick_a)) AS tick_offset
        FROM sightings
        GROUP BY pool, key_a, key_b, is_front
    )
SELECT
    multiIf(grouping(pool_key) = 0, 'pool', grouping(dex_key) = 0, 'dex', 'all') AS level,
    base58Encode(any(pool)), any(dex_name), arrayMap(m -> base58Encode(m), any(traded_mints)),
    count(), uniqExact(pair),
    countIf(bracket_id = ''), uniqExactIf(pair, NOT is_sandwich_of_dex),
    uniqExactIf(pair, is_front AND NOT is_sandwich), uniqExactIf(pair, NOT is_front AND NOT is_sandwich),
    uniqExactIf(bracket_id, bracket_id != '' AND success), uniqExactIf(key_a, success),
    avgIf(tick_offset, is_counted), minIf(tick_offset, success), maxIf(tick_offset, success), countIf(success),
    if(
        level != 'all', [],
        arrayMap(
            i -> (
                base58Encode(i.2), base58Encode(i.3), bitShiftRight(i.4, 24), bitShiftRight(i.5, 24), base58Encode(i.6),
                arrayMap(m -> base58Encode(m), i.7), i.8, i.9, i.10, i.11, i.12, base58Encode(i.13)
            ),
            arraySort(
                i -> i.1,
                groupArrayIf(
                    (
                        number, signature_a, signature_b, key_a, key_b, pool, traded_mints, dex_name, is_front, bracket_id,
                        tick_offset, success, trader_b
                    ),
                    number BETWEEN {offset:UInt64} + 1 AND {offset:UInt64} + {limit:UInt64}
                )
            )
        )
    )
FROM
(
    SELECT
        *,
        -- Separate names for the grouping keys: the aggregates read the original columns.
        pool AS pool_key, dex_name AS dex_key,
        -- The windows have one order, so the incidents are sorted once.
        row_number() OVER in_order AS number,
        dense_rank() OVER (ORDER BY key_a, key_b) AS pair,
        -- A pair is a leg of a sandwich if it is one in any of its pools.
        max(bracket_id != '') OVER of_pair AS is_sandwich,
        has(groupUniqArrayIf(dex_name, bracket_id != '') OVER of_pair, dex_name) AS is_sandwich_of_dex,
        success AND countIf(success) OVER before_in_pair = 0 AS is_counted
    FROM incidents
    WINDOW
        in_order AS (ORDER BY key_a, key_b, pool, is_front),
        of_pair AS (PARTITION BY key_a, key_b ORDER BY pool, is_front ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
        before_in_pair AS (PARTITION BY key_a, key_b ORDER BY pool, is_front ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
GROUP BY GROUPING SETS ((pool_key), (dex_key), ())
