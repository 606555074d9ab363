-- Gaps that touch a range and are not repaired. A small table, read whole.
SELECT from_slot, to_slot, cause, toString(state), detail
FROM gaps FINAL
WHERE state != 'repaired' AND to_slot >= {from_slot:UInt64} AND from_slot <= {to_slot:UInt64}
ORDER BY from_slot, to_slot
LIMIT 1000
