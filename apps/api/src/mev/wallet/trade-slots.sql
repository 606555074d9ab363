-- Which of the slots in which a wallet traded are stored whole, and who led them.
-- Keys: `swaps_by_trader` by (trader, slot); `slots` by those slots.
SELECT slot, base58Encode(assumeNotNull(any(leader))), any(leader) IS NULL
FROM slots
WHERE slot IN
    (
        SELECT slot
        FROM swaps_by_trader
        WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    )
GROUP BY slot
HAVING uniqExact(blockhash) = 1 AND max(content) != 'entries_only'
