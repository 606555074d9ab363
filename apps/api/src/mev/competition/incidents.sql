-- What wallet B did around the swaps of wallet A, a row for each transaction of B and side of A's: the nearest swap of B
-- in the pool A's way before, the nearest the other way after, and the legs of brackets around A's. Summed by pool and in
-- all (`grouping` 1, with a page of them), so that they are found once.
-- Places are slot and block index in one number; windows by RANGE, for what is in one transaction is neither before nor
-- after. Keys: `swaps_by_trader` by (trader, slot), both wallets' rows in the range; `slots` by their slots, which is most
-- granules of the range; `sandwich_legs_by_trader` by (trader, slot); `sandwich_legs` by slot, some 20 a bracket.
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
            trader = wallet_a AS is_a, pool, assumeNotNull(mint_in) AS paid, assumeNotNull(mint_out) AS bought, slot,
            block_index, bitShiftLeft(slot, 24) + block_index AS place, any(signature) AS sig,
            ifNull(any(poh_tick), (slot + 1) * 64 - 1) AS tick, any(toString(dex_name)) AS dex
        FROM swaps_by_trader
        WHERE trader IN (wallet_a, wallet_b) AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64} AND success
            AND (trader = wallet_b OR slot BETWEEN {from:UInt64} AND {to:UInt64})
            AND pool IN shared
            AND slot IN
            (
                SELECT slot
                FROM slots
                WHERE content != 'entries_only'
                    AND slot IN
                    (
                        SELECT slot
                        FROM swaps_by_trader
                        WHERE trader IN (wallet_a, wallet_b) AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64}
                            AND success
                    )
            )
        GROUP BY is_a, pool, paid, bought, slot, block_index
    ),
    -- Of each swap of A the latest of B's before it, and the first after it, each with whether there is one.
    neighbours AS
    (
        SELECT
            *,
            argMaxIf((true, slot, block_index, sig, tick), place, NOT is_a) OVER same_way_before AS before,
            argMinIf((true, slot, block_index, sig, tick), place, NOT is_a) OVER other_way_after AS after
        FROM traded
        WINDOW
            same_way_before AS
            (
                PARTITION BY pool, paid, bought ORDER BY place RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ),
            other_way_after AS
            (
                PARTITION BY pool, if(is_a, paid, bought), if(is_a, bought, paid) ORDER BY -toInt64(place)
                RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            )
    ),
    attacked AS
    (
        SELECT DISTINCT bracket_id, first_slot, last_slot
        FROM sandwich_legs_by_trader
        WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim'
            AND confidence != 'suspected' AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
    ),
    brackets AS
    (
        SELECT
            bracket_id,
            groupArrayIf(
                (slot, block_index, signature, ifNull(poh_tick, (slot + 1) * 64 - 1), pool, toString(dex_name), [assumeNotNull(mint_in), assumeNotNull(mint_out)]),
                role = 'victim'
            ) AS victims,
            groupArrayIf((slot, block_index, signature, ifNull(poh_tick, (slot + 1) * 64 - 1), toString(role)), role != 'victim') AS legs
        FROM sandwich_legs FINAL
        PREWHERE slot IN (SELECT arrayJoin(range(toUInt64(greatest(first_slot, 10) - 10), last_slot + 11)) FROM attacked)
        WHERE bracket_id IN (SELECT bracket_id FROM attacked)
            AND
            if(
                role = 'victim',
                trader = wallet_a AND confidence != 'suspected' AND slot BETWEEN {from:UInt64} AND {to:UInt64}
                    AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64},
                trader = wallet_b OR signer = wallet_b
            )
        GROUP BY bracket_id
    ),
    sightings AS
    (
        SELECT
            pool, slot AS slot_a, block_index AS index_a, sig AS sig_a, tick AS tick_a,
            side.2.2 AS slot_b, side.2.3 AS index_b, side.2.4 AS sig_b, side.2.5 AS tick_b,
            dex, [paid, bought] AS mints, side.1 AS is_front, true AS has_succeeded, '' AS bracket
        FROM neighbours
        ARRAY JOIN [(true, before), (false, after)] AS side
        WHERE is_a AND side.2.1 AND abs(toInt64(side.2.2) - toInt64(slot)) <= {window:Int64}
        UNION ALL
        SELECT
            victim.5, victim.1, victim.2, victim.3, victim.4, leg.1, leg.2, leg.3, leg.4, victim.6, victim.7,
            -- A leg is a front by what it did; of an attempt only its place tells.
            leg.5 = 'front' OR (leg.5 != 'back' AND (leg.1, leg.2) < (victim.1, victim.2)),
            leg.5 IN ('front', 'back'),
            bracket_id
        FROM (SELECT bracket_id, victim, legs FROM brackets ARRAY JOIN victims AS victim)
        ARRAY JOIN legs AS leg
        WHERE abs(toInt64(leg.1) - toInt64(victim.1)) <= {window:Int64}
    ),
    incidents AS
    (
        SELECT
            pool, slot_a, index_a, slot_b, index_b, is_front, any(sig_a) AS signature_a, any(sig_b) AS signature_b,
            any(dex) AS dex_name, any(mints) AS pair, max(has_succeeded) AS success, max(bracket) AS bracket_id,
            toInt64(any(tick_b)) - toInt64(any(tick_a)) AS tick_offset
        FROM sightings
        GROUP BY pool, slot_a, index_a, slot_b, index_b, is_front
    )
SELECT
    grouping(pool), base58Encode(any(numbered.pool)), any(dex_name), arrayMap(m -> base58Encode(m), any(pair)),
    count(), countIf(bracket_id = '' AND is_front), countIf(bracket_id = '' AND NOT is_front),
    uniqExactIf(bracket_id, bracket_id != '' AND success), uniqExactIf((slot_a, index_a), success),
    avgIf(tick_offset, success), minIf(tick_offset, success), maxIf(tick_offset, success), countIf(success),
    if(
        grouping(pool) = 0, [],
        arrayMap(
            i -> (
                base58Encode(i.2), base58Encode(i.3), i.4, i.5, base58Encode(i.6), arrayMap(m -> base58Encode(m), i.7), i.8, i.9,
                i.10, i.11, i.12
            ),
            arraySort(
                i -> i.1,
                groupArrayIf(
                    (number, signature_a, signature_b, slot_a, slot_b, numbered.pool, pair, dex_name, is_front, bracket_id, tick_offset, success),
                    number BETWEEN {offset:UInt64} + 1 AND {offset:UInt64} + {limit:UInt64}
                )
            )
        )
    )
FROM
(
    SELECT *, row_number() OVER (ORDER BY slot_a, index_a, slot_b, index_b, pool, is_front) AS number
    FROM incidents
) AS numbered
GROUP BY GROUPING SETS ((pool), ())
