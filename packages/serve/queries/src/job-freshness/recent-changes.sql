-- The slots of a short range in which some wallets traded, and a digest of what was stored and detected since a time, in some
-- ranges and within `near` slots of those slots: the blocks stored, the runs of detection and the
-- sandwiches whose actor's record said something else. Without a time, since
-- `late_seconds` ago. Each slot counts once, so that merging versions does not change the digest. `tail` has a digest
-- of its own. Keys: `swaps_by_trader` by (trader, slot); `slots`, `detected_slots` by slot; `sandwiches` by first_slot;
-- of the range only the times are read, and the few rows that pass.
WITH
    toUInt32(ifNull({since:Nullable(UInt32)}, toUnixTimestamp(now()) - {late_seconds:UInt32})) AS since_seconds,
    (
        SELECT groupUniqArray(slot)
        FROM swaps_by_trader
        WHERE trader IN (SELECT toFixedString(unhex(arrayJoin({wallets:Array(String)})), 32))
            AND slot BETWEEN {traded_from:UInt64} AND {traded_to:UInt64}
    ) AS traded
SELECT
    since_seconds,
    traded,
    toString(sumIf(
        row_hash,
        arrayExists(slot_range -> slot BETWEEN slot_range.1 AND slot_range.2, {ranges:Array(Tuple(UInt64, UInt64))})
            OR arrayExists(other -> abs(toInt64(slot) - toInt64(other)) <= {near:UInt64}, traded)
    )),
    toString(sumIf(row_hash, slot BETWEEN {tail_from:UInt64} AND {tail_to:UInt64}))
FROM
(
    SELECT slot, cityHash64(slot, blockhash, max(version)) AS row_hash
    FROM slots
    PREWHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND inserted_at >= toDateTime(since_seconds, 'UTC')
    GROUP BY slot, blockhash
    UNION ALL
    SELECT slot, cityHash64(slot, max(detected_at)) AS row_hash
    FROM detected_slots
    PREWHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND detected_at >= toDateTime(since_seconds, 'UTC')
    GROUP BY slot
    UNION ALL
    SELECT first_slot AS slot, cityHash64(bracket_id, max(detected_at)) AS row_hash
    FROM sandwiches
    PREWHERE first_slot BETWEEN {from:UInt64} AND {to:UInt64} AND detected_at >= toDateTime(since_seconds, 'UTC')
    WHERE cause = 'standing'
    GROUP BY first_slot, bracket_id
)
