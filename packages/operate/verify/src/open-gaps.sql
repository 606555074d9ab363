-- Gaps that overlap a range and are not repaired. Reads the whole table, which is small.
SELECT from_slot, to_slot, cause, toString(state), detail
FROM gaps FINAL
WHERE state != 'repaired' AND to_slot >= {from_slot:UInt64} AND from_slot <= {to_slot:UInt64}
ORDER BY from_slot, to_slot
LIMIT 1000
