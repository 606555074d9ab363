-- The stored blocks of some buckets of 4,096 slots over which detection has not run, and those without all
-- token links. For each of the two kinds: the number of slots, and the first runs of them. A slot with two
-- blocks is incomplete and counts for neither. Keys of `slots` and `detected_slots`: at most 64 buckets, one
-- row per slot.
SELECT kind, sum(slots_of_run), groupArraySorted(1001)((run_from, run_to))
FROM
(
    SELECT kind, min(slot) AS run_from, max(slot) AS run_to, count() AS slots_of_run
    FROM
    (
        SELECT kind, slot, slot - row_number() OVER (PARTITION BY kind ORDER BY slot) AS run
        FROM
        (
            SELECT
                slot,
                (slot, only_hash, best_version) NOT IN
                (
                    SELECT slot, blockhash, version
                    FROM detected_slots FINAL
                    WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND intDiv(slot, 4096) IN {buckets:Array(UInt64)}
                ) AS is_undetected,
                arrayJoin(arrayConcat(
                    if(is_undetected, ['undetected'], []),
                    if(best_version < {links_known_version:UInt8}, ['links_unknown'], [])
                )) AS kind
            FROM
            (
                SELECT slot, any(blockhash) AS only_hash, any(version) AS best_version
                FROM slots FINAL
                WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND intDiv(slot, 4096) IN {buckets:Array(UInt64)}
                GROUP BY slot
                HAVING count() = 1 AND any(content) != 'entries_only'
            )
        )
    )
    GROUP BY kind, run
)
GROUP BY kind
