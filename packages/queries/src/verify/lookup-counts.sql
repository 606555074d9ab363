-- What the lookup tables hold per slot: rows, sums, and a hash of the whole set where another table can give the same
-- hash. Their keys begin with an account, a signature or a pool, so each table is read through for the partitions of
-- the range, narrow columns only. Unmerged copies count twice; the caller repeats the query with FINAL if that makes a
-- difference.
SELECT * FROM
(
    SELECT 'account_locks' AS table_name, slot, count() AS rows, sum(is_write) AS writes, sum(toUInt64(block_index)) AS sum_of_indexes,
        toUInt64(0) AS print, max(block_index) AS last_index
    FROM account_locks WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'account_slots', slot, sum(lock_count), sum(write_count), 0, 0, 0
    FROM account_slots WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'signatures', slot, count(), 0, sum(toUInt64(block_index)), sum(cityHash64(signature_prefix, block_index)), max(block_index)
    FROM signatures WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'swaps', slot, count(), 0, sum(toUInt64(block_index)), sum(cityHash64(pool, block_index)), max(block_index)
    FROM swaps WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'swaps_by_trader', slot, count(), 0, sum(toUInt64(block_index)), sum(cityHash64(signature, pool, block_index)), max(block_index)
    FROM swaps_by_trader WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'token_links', slot, count(), 0, 0, 0, max(block_index)
    FROM token_links WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'pool_events', slot, count(), 0, 0, 0, max(block_index)
    FROM pool_events WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'fills', slot, count(), 0, 0, 0, max(block_index)
    FROM fills WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'rebates', slot, count(), 0, 0, 0, max(block_index)
    FROM rebates WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'unknown_frames', slot, count(), 0, 0, 0, max(block_index)
    FROM unknown_frames WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'entries', slot, count(), 0, 0, 0, 0
    FROM entries WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
)
ORDER BY slot, table_name
