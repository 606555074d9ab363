-- Slots whose old block was being deleted when the writer died. The deletion must be repeated.
SELECT from_slot
FROM gaps FINAL
WHERE cause = 'replaced' AND state IN ('open', 'repairing') AND from_slot IN {slots:Array(UInt64)}
