-- All signatures of the transactions of a range in order: an entry's hash covers every one of them. Key (slot,
-- block_index): reads only the range.
SELECT slot, hex(signature), arrayMap(other -> hex(other), other_signatures)
FROM transactions FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot, block_index
