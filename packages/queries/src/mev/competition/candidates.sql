-- The sandwiches that may count, have wallet A as victim and a leg or a failed attempt of wallet B, the newest first. Keys:
-- `sandwich_legs_by_trader` by (trader, slot), without FINAL (at worst one that was retracted); `sandwich_legs` by slot,
-- some 20 a sandwich.
WITH
    toFixedString(unhex({a:String}), 32) AS wallet_a,
    toFixedString(unhex({b:String}), 32) AS wallet_b,
    -- An array: a scalar subquery is run once, and a subquery of rows at each use.
    (
        SELECT groupUniqArray((bracket_id, first_slot, last_slot))
        FROM sandwich_legs_by_trader
        WHERE trader = wallet_a AND slot BETWEEN {from:UInt64} AND {to:UInt64} AND role = 'victim' AND may_count
            AND slot - first_slot <= {window:UInt64} AND last_slot - slot <= {window:UInt64}
    ) AS attacked
SELECT DISTINCT bracket_id, first_slot
FROM sandwich_legs FINAL
-- On the key, so it keeps or drops all revisions of a row alike.
PREWHERE slot IN (SELECT arrayJoin(range(toUInt64(greatest(it.2, 10) - 10), it.3 + 11)) FROM (SELECT arrayJoin(attacked) AS it))
    AND bracket_id IN (SELECT arrayJoin(attacked).1)
WHERE role != 'victim' AND (trader = wallet_b OR signer = wallet_b)
ORDER BY first_slot DESC, bracket_id
LIMIT {limit:UInt32}
