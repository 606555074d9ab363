-- Those of some slots whose block is stored with its transactions, each with its leader: by the schedule where
-- it is known, else by the fee reward, which may name the leader's collector. A slot with two blocks (a
-- conflict about to be cleared) is left out. Keys of `slots` and `leaders`: one granule per slot.
SELECT stored.slot, if(scheduled.is_known, scheduled.leader, stored.rewarded)
FROM
(
    SELECT slot, if(any(leader) IS NULL, NULL, base58Encode(assumeNotNull(any(leader)))) AS rewarded
    FROM
    (
        SELECT slot, blockhash, leader, content
        FROM slots
        WHERE slot IN {slots:Array(UInt64)}
        ORDER BY slot, blockhash, version DESC
        LIMIT 1 BY slot, blockhash
    )
    GROUP BY slot
    HAVING count() = 1 AND any(content) != 'entries_only'
) AS stored
LEFT JOIN
(
    SELECT slot, base58Encode(identity) AS leader, true AS is_known
    FROM leaders
    WHERE slot IN {slots:Array(UInt64)}
    ORDER BY slot, observed_at DESC
    LIMIT 1 BY slot
) AS scheduled ON scheduled.slot = stored.slot
