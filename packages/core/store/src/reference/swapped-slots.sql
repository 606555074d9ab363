-- The slot range for which transactions are stored. Reads only the key column of `slots`, from the oldest transactions
-- on.
SELECT count(), min(slot), max(slot)
FROM slots
WHERE content != 'entries_only' AND slot >= (SELECT min(slot) FROM transactions)
