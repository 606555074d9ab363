-- As the writer does it: of each block the 1,000 accounts of most compute units.
INSERT INTO slot_heat (slot, accounts, compute_units, write_counts, cut_compute_units, version)
SELECT
    slot, arraySlice(groupArray(account) AS accounts, 1, 1000), arraySlice(groupArray(units) AS all_units, 1, 1000),
    arraySlice(groupArray(write_count), 1, 1000), if(length(accounts) > 1000, all_units[1001], NULL), 5
FROM
(
    SELECT slot, account, toUInt32(ifNull(compute_units, 0)) AS units, write_count
    FROM account_slots
    WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1 AND write_count > 0
    ORDER BY slot, units DESC, write_count DESC
    LIMIT 1001 BY slot
)
GROUP BY slot
