-- The slots in which two wallets traded. Key of `swaps_by_trader`: (trader, slot).
SELECT DISTINCT slot
FROM swaps_by_trader
WHERE trader IN (toFixedString(unhex({a:String}), 32), toFixedString(unhex({b:String}), 32))
    AND slot BETWEEN {from:UInt64} AND {to:UInt64}
LIMIT {limit:UInt32}
