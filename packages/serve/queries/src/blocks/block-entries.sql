-- The entries of a block, ticks included. Key of `entries`: (slot, entry_index).
SELECT entry_index, num_hashes, base58Encode(hash), transaction_count, start_index, is_tick, poh_tick
FROM entries
WHERE slot = {slot:UInt64}
ORDER BY entry_index, version DESC
LIMIT 1 BY entry_index
LIMIT {rows:UInt32}
