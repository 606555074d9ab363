-- Entries of a range in order, to recompute their hashes. Key (slot, entry_index): reads only the range.
SELECT slot, num_hashes, transaction_count, hex(hash)
FROM entries FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot, entry_index
