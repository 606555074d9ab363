-- Slots of a range on which detection must run: stored blocks it has not seen in their present version, detected blocks
-- that were removed, and slots that are due again. Keys of `slots` and `detected_slots`: slot. `recent_seconds` > 0
-- limits the search to slots that were stored or detected that recently, or are due: a full search reads some 50 bytes
-- per block of the range. Slots stored less than `age_seconds` ago are left to the process that stored them. Blocks
-- whose swaps have expired can no longer be detected.
WITH recent AS
(
    SELECT slot FROM slots
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND inserted_at >= now() - {recent_seconds:UInt32}
    UNION ALL
    SELECT slot FROM detected_slots
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        AND (is_due OR detected_at >= now() - {recent_seconds:UInt32})
)
SELECT DISTINCT slot
FROM
(
    SELECT slot, blockhash, version, inserted_at
    FROM slots FINAL
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND content != 'entries_only'
        AND ({recent_seconds:UInt32} = 0 OR slot IN (SELECT slot FROM recent))
) AS stored
FULL JOIN
(
    SELECT slot, blockhash, version, is_due
    FROM detected_slots FINAL
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        AND ({recent_seconds:UInt32} = 0 OR slot IN (SELECT slot FROM recent))
) AS detected USING (slot)
WHERE ((stored.blockhash, stored.version) != (detected.blockhash, detected.version) OR detected.is_due)
    AND stored.inserted_at <= now() - {age_seconds:UInt32}
    -- The join gives slots that are not stored the time 0.
    AND (stored.inserted_at = 0 OR stored.inserted_at >= (SELECT max(kept_since) FROM kept_since WHERE name = 'swaps'))
ORDER BY slot
LIMIT {limit:UInt32}
