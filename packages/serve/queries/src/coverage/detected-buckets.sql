-- Buckets of 4,096 slots of one or two wide slot ranges in which a stored block may be undetected (the hashes of the
-- stored blocks and of the detected ones have different sums), or in which a version may lack token links.
-- Unmerged versions can make a complete bucket suspect: `undetected-slots` checks each of them. Keys of `slots`
-- and `detected_slots`: some millions of rows each for a month, one pass without sorting.
SELECT intDiv(slot, 4096) AS bucket
FROM
(
    SELECT slot, cityHash64(slot, blockhash, version) AS stored, toUInt64(0) AS detected,
        version < {links_known_version:UInt8} AS lacks_links
    FROM slots
    WHERE ((slot BETWEEN {from:UInt64} AND {to:UInt64}) OR (slot BETWEEN {other_from:UInt64} AND {other_to:UInt64}))
        AND content != 'entries_only'
    UNION ALL
    SELECT slot, 0, cityHash64(slot, blockhash, version), false
    FROM detected_slots
    WHERE ((slot BETWEEN {from:UInt64} AND {to:UInt64}) OR (slot BETWEEN {other_from:UInt64} AND {other_to:UInt64}))
        AND is_deleted = 0
)
GROUP BY bucket
HAVING sum(stored) != sum(detected) OR max(lacks_links)
ORDER BY bucket
