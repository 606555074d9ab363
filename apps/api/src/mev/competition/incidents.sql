-- What wallet B did around the swaps of wallet A, a row for each transaction of B and side of A's: the nearest swap of B
-- in the pool A's way before, the nearest the other way after, and the legs of brackets around A's. A part of a query:
-- another SELECT follows. Places are slot and block index in one number, so that the nearest is found by one ASOF join.
-- Keys: `swaps_by_trader` by (trader, slot), all of both wallets' rows in the range; `slots` by their slots;
-- `sandwich_legs_by_trader` by (trader, slot); `sandwich_legs` by slot, some 20 a bracket.
WITH
    toFixedString(unhex({a:String}), 32) AS wallet_a,
    toFixedString(unhex({b:String}), 32) AS wallet_b,
    a_swaps AS
    (
        SELECT
            pool, assumeNotNull(mint_in) AS paid, assumeNotNull(mint_out) AS bought, slot, block_index,
            bitShiftLeft(slot, 24) + block_index AS place,
            any(signature) AS sig, ifNull(any(poh_tick), (slot + 1) * 64 - 1) AS tick, any(toString(dex_name)) AS dex
        FROM swaps_by_trader
        WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND success
            AND pool IN (SELECT pool FROM swaps_by_trader WHERE trader = wallet_b AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64})
            AND slot IN
            (
                SELECT slot FROM slots
                WHERE content != 'entries_only'
                    AND slot IN (SELECT slot FROM swaps_by_trader WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64})
            )
        GROUP BY pool, paid, bought, slot, block_index
    ),
    b_swaps AS
    (
        SELECT
            pool, assumeNotNull(mint_in) AS paid, assumeNotNull(mint_out) AS bought, slot, block_index,
            bitShiftLeft(slot, 24) + block_index AS place,
            any(signature) AS sig, ifNull(any(poh_tick), (slot + 1) * 64 - 1) AS tick
        FROM swaps_by_trader
        WHERE trader = wallet_b AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64} AND success
            AND pool IN (SELECT pool FROM swaps_by_trader WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64})
            AND slot IN
            (
                SELECT slot FROM slots
                WHERE content != 'entries_only'
                    AND slot IN (SELECT slot FROM swaps_by_trader WHERE trader = wallet_b AND slot BETWEEN {near_from:UInt64} AND {near_to:UInt64})
            )
        GROUP BY pool, paid, bought, slot, block_index
    ),
    victim_legs AS
    (
        SELECT bracket_id, first_slot, last_slot, slot, block_index, signature, poh_tick, pool, dex_name, mint_in, mint_out
        FROM sandwich_legs FINAL
        WHERE (slot, block_index) IN
            (
                SELECT slot, block_index FROM sandwich_legs_by_trader
                WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim'
            )
            AND trader = wallet_a AND role = 'victim' AND confidence != 'suspected'
            AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
    ),
    attack_legs AS
    (
        SELECT bracket_id, role, slot, block_index, signature, poh_tick
        FROM sandwich_legs FINAL
        WHERE slot IN (SELECT arrayJoin(range(toUInt64(greatest(first_slot, 10) - 10), last_slot + 11)) FROM victim_legs)
            AND bracket_id IN (SELECT bracket_id FROM victim_legs)
            AND role != 'victim' AND (trader = wallet_b OR signer = wallet_b)
    ),
    sightings AS
    (
        SELECT
            a.pool AS pool, a.slot AS slot_a, a.block_index AS index_a, a.sig AS sig_a, a.tick AS tick_a,
            b.slot AS slot_b, b.block_index AS index_b, b.sig AS sig_b, b.tick AS tick_b,
            a.dex AS dex, [a.paid, a.bought] AS mints, true AS is_front, true AS has_succeeded, '' AS bracket
        FROM a_swaps AS a
        ASOF INNER JOIN b_swaps AS b
            ON a.pool = b.pool AND a.paid = b.paid AND a.bought = b.bought AND a.place > b.place
        WHERE slot_a - slot_b <= {window:UInt64}
        UNION ALL
        SELECT
            a.pool, a.slot, a.block_index, a.sig, a.tick, b.slot, b.block_index, b.sig, b.tick,
            a.dex, [a.paid, a.bought], false, true, ''
        FROM a_swaps AS a
        ASOF INNER JOIN b_swaps AS b
            ON a.pool = b.pool AND a.paid = b.bought AND a.bought = b.paid AND a.place < b.place
        WHERE b.slot - a.slot <= {window:UInt64}
        UNION ALL
        SELECT
            v.pool, v.slot, v.block_index, v.signature, ifNull(v.poh_tick, (v.slot + 1) * 64 - 1),
            l.slot, l.block_index, l.signature, ifNull(l.poh_tick, (l.slot + 1) * 64 - 1),
            toString(v.dex_name), [assumeNotNull(v.mint_in), assumeNotNull(v.mint_out)],
            -- A leg is a front by what it did; of an attempt only its place tells.
            l.role = 'front' OR (l.role != 'back' AND (l.slot, l.block_index) < (v.slot, v.block_index)),
            l.role IN ('front', 'back'),
            v.bracket_id
        FROM victim_legs AS v
        INNER JOIN attack_legs AS l ON v.bracket_id = l.bracket_id
        WHERE abs(toInt64(l.slot) - toInt64(v.slot)) <= {window:Int64}
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
