-- Who led some slots: by the schedule where it is known, else by the fee reward, which may name the leader's collector.
-- Keys: `slots` and `leaders` by the slots.
SELECT
    stored.slot, if(scheduled.is_known, scheduled.leader, stored.rewarded),
    NOT scheduled.is_known AND stored.is_unknown
FROM
(
    SELECT slot, base58Encode(assumeNotNull(any(leader))) AS rewarded, any(leader) IS NULL AS is_unknown
    FROM slots
    WHERE slot IN {slots:Array(UInt64)}
    GROUP BY slot
) AS stored
LEFT JOIN
(
    SELECT slot, base58Encode(identity) AS leader, true AS is_known
    FROM leaders
    WHERE slot IN {slots:Array(UInt64)}
    ORDER BY slot, observed_at DESC
    LIMIT 1 BY slot
) AS scheduled ON scheduled.slot = stored.slot
