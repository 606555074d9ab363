-- Totals of the entries of each slot. Key (slot, entry_index): reads only the range.
SELECT
    slot, count(), max(entry_index), sum(transaction_count), sum(num_hashes), countIf(is_tick),
    hex(argMax(hash, entry_index)), argMax(is_tick, entry_index)
FROM entries FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
GROUP BY slot
ORDER BY slot
