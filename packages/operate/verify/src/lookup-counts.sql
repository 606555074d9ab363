-- What the lookup tables hold per slot: rows, sums, and a hash of the whole set where another table can give the same
-- hash. Their keys begin with an account, a signature or a pool, so each table is read through for the partitions of
-- the range, narrow columns only. Unmerged versions count twice; the caller repeats the query with FINAL if that makes
-- a difference.
SELECT * FROM
(
    SELECT 'account_slots' AS table_name, slot, sum(lock_count) AS rows, sum(write_count) AS writes,
        sum(arraySum(i -> toUInt64(i), locks.block_index)) AS sum_of_indexes,
        -- Rows whose arrays are not as long, not flagged or do not add up as their counts and sums say.
        countIf(
            (length(locks.block_index), length(locks.flags)) != (lock_count, lock_count)
            OR (length(writes.compute_units), length(writes.price), length(writes.signer_prefix)) != (write_count, write_count, write_count)
            OR arrayCount(f -> bitTest(f, 0), locks.flags) != write_count
            OR arrayCount(f -> bitTest(f, 1), locks.flags) != signed_count
            OR compute_units IS DISTINCT FROM if(arrayExists(f -> bitTest(f, 5), locks.flags), NULL, arraySum(units -> toUInt64(units), writes.compute_units))
            OR failed_count IS DISTINCT FROM if(arrayExists(f -> bitTest(f, 4), locks.flags), NULL, arrayCount(f -> bitTest(f, 3), locks.flags))
            OR arrayCompact(arraySort(locks.block_index)) != locks.block_index) AS print,
        max(arrayMax(locks.block_index)) AS last_index
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
    SELECT 'tips', slot, count(), 0, 0, 0, max(block_index)
    FROM tips WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'unknown_frames', slot, count(), 0, 0, 0, max(block_index)
    FROM unknown_frames WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
    UNION ALL
    SELECT 'entries', slot, count(), 0, 0, 0, 0
    FROM entries WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} GROUP BY slot
)
ORDER BY slot, table_name
