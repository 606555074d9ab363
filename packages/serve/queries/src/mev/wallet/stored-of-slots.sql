-- How some slots are stored: with transactions, and with one block. Two hashes for a slot: two blocks, a conflict about to
-- be cleared. Key of `slots`: a granule per slot, often shared.
SELECT slot, max(content) != 'entries_only', min(blockhash) = max(blockhash)
FROM slots
WHERE slot IN {slots:Array(UInt64)}
GROUP BY slot
