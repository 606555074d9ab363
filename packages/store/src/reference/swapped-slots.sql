-- How far back and forth there are transactions. Of `slots` the key column alone, from the oldest transactions on.
SELECT count(), min(slot), max(slot)
FROM slots
WHERE content != 'entries_only' AND slot >= (SELECT min(slot) FROM transactions)
