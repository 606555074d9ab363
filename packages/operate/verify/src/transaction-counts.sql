-- Totals of the transactions of each slot, and what the other tables must hold for them. Sums over block_index reveal a
-- missing row that a duplicated one would compensate in a count; the hashes identify the rows. Key (slot, block_index):
-- reads only the range.
SELECT
    slot, count() AS transactions, max(block_index), countIf(is_vote), countIf(success = false),
    uniqExact(signature),
    countIf(accounts_read_count IS NULL OR accounts_written_count IS NULL),
    sum(toUInt64(ifNull(accounts_read_count, 0)) + ifNull(accounts_written_count, 0) AS locks),
    sum(toUInt64(ifNull(accounts_written_count, 0))),
    sum(locks * block_index),
    sum(cityHash64(reinterpretAsUInt64(substring(signature, 1, 8)), block_index)),
    sum(length(markets)),
    sum(arraySum(pool -> cityHash64(pool, block_index), markets.pool)),
    sum(arraySum(pool -> cityHash64(signature, pool, block_index), markets.pool))
FROM transactions FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY slot
ORDER BY slot
