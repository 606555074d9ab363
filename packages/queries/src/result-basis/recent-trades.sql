-- The slots of a short range in which some wallets traded, and the server's time. Key of `swaps_by_trader`:
-- (trader, slot).
SELECT groupUniqArray(slot), toUnixTimestamp(now())
FROM swaps_by_trader
WHERE trader IN (SELECT toFixedString(unhex(arrayJoin({wallets:Array(String)})), 32))
    AND slot BETWEEN {from:UInt64} AND {to:UInt64}
