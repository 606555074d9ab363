-- Which of the slots in which a wallet traded are stored whole, and who led them: by the schedule where it is known, else
-- by the fee reward, which may name the leader's collector.
-- Keys: `swaps_by_trader` by (trader, slot); `slots` and `leaders` by those slots.
WITH traded AS
    (
        SELECT slot
        FROM swaps_by_trader
        WHERE trader = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    )
SELECT
    stored.slot, if(scheduled.is_known, scheduled.leader, stored.rewarded),
    NOT scheduled.is_known AND stored.is_unknown
FROM
(
    SELECT slot, base58Encode(assumeNotNull(any(leader))) AS rewarded, any(leader) IS NULL AS is_unknown
    FROM slots
    WHERE slot IN (SELECT slot FROM traded)
    GROUP BY slot
    HAVING uniqExact(blockhash) = 1 AND max(content) != 'entries_only'
) AS stored
LEFT JOIN
(
    SELECT slot, base58Encode(identity) AS leader, true AS is_known
    FROM leaders
    WHERE slot IN (SELECT slot FROM traded)
    ORDER BY slot, observed_at DESC
    LIMIT 1 BY slot
) AS scheduled ON scheduled.slot = stored.slot
