-- Identifies the rows of slots that have no `slots` row: left by a writer that died, or being written by another one
-- right now. Usually empty. Keys (slot, block_index) and (slot, entry_index).
SELECT slot, 't', block_index, reinterpretAsUInt64(substring(signature, 1, 8))
FROM transactions
WHERE slot IN {slots:Array(UInt64)}
UNION ALL
SELECT slot, 'e', entry_index, reinterpretAsUInt64(substring(hash, 1, 8))
FROM entries
WHERE slot IN {slots:Array(UInt64)}
