-- A digest of what was stored and detected in some slots since a time: the blocks stored and the runs of
-- detection. Each slot counts once, so that merging copies does not change the digest. `tail` has a digest of
-- its own. Keys: `slots`, `detected_slots` by slot; of the range only the times are read, and the few rows that
-- pass.
SELECT
    toString(sumIf(row_hash, arrayExists(slot_range -> slot BETWEEN slot_range.1 AND slot_range.2, {ranges:Array(Tuple(UInt64, UInt64))}))),
    toString(sumIf(row_hash, slot BETWEEN {tail_from:UInt64} AND {tail_to:UInt64}))
FROM
(
    SELECT slot, cityHash64(slot, blockhash, max(version)) AS row_hash
    FROM slots
    PREWHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND inserted_at >= toDateTime({since:UInt32}, 'UTC')
    GROUP BY slot, blockhash
    UNION ALL
    SELECT slot, cityHash64(slot, max(detected_at)) AS row_hash
    FROM detected_slots
    PREWHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND detected_at >= toDateTime({since:UInt32}, 'UTC')
    GROUP BY slot
)
