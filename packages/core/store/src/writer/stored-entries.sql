-- The entries of a slot stored without transactions, for a block that came without entries.
SELECT entry_index, num_hashes, hex(hash), transaction_count
FROM entries
WHERE slot = {slot:UInt64}
ORDER BY entry_index, version DESC
LIMIT 1 BY entry_index
