-- As the writer does it: of each block the 1,000 accounts of most compute units.
INSERT INTO slot_heat (slot, accounts, compute_units, write_counts, cut_compute_units, version)
SELECT
    slot, arrayMap(each -> each.1, kept), arrayMap(each -> toUInt32(each.2), kept), arrayMap(each -> toUInt32(each.3), kept),
    if(length(sorted) > 1000, toUInt32(sorted[1001].2), NULL), 5
FROM
(
    SELECT slot, arraySort(each -> (-toInt64(each.2), -toInt64(each.3)), groupArray((account, units, writes))) AS sorted,
        arraySlice(sorted, 1, 1000) AS kept
    FROM
    (
        SELECT account, slot, sum(ifNull(compute_units, 0)) AS units, count() AS writes
        FROM bench_batch
        WHERE is_write
        GROUP BY account, slot
    )
    GROUP BY slot
)
