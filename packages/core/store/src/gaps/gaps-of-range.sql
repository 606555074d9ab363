-- The unrepaired gaps that overlap a slot range, newest first, with their cause and how repair stands. A repaired gap's slots are
-- stored; if they vanish, a new gap records it. `gaps` is small: one row per range and cause.
SELECT from_slot, to_slot, toString(cause), toString(state), detail, tries, toUnixTimestamp64Micro(updated_at)
FROM gaps FINAL
WHERE from_slot <= {to:UInt64} AND to_slot >= {from:UInt64} AND state != 'repaired'
ORDER BY from_slot DESC, cause
LIMIT {rows:UInt32}
