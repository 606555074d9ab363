-- Slots whose old block was being deleted when the writer died: the deletion must be done again.
SELECT from_slot
FROM gaps FINAL
WHERE cause = 'replaced' AND state IN ('open', 'repairing') AND from_slot IN {slots:Array(UInt64)}
