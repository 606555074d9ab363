-- Open gaps that overlap a range, oldest first. `gaps` is small: one row per range and cause.
SELECT from_slot, to_slot, cause, detail, tries, toUnixTimestamp64Micro(updated_at)
FROM gaps FINAL
WHERE from_slot <= {to:UInt64} AND to_slot >= {from:UInt64} AND state != 'repaired'
ORDER BY from_slot, to_slot
LIMIT 1000
