-- Slots whose block was being replaced or removed at some time since `since_us`, or is still: their rows may have been
-- deleted after their row of `slots` was copied. `gaps` is small, and has no more than one row for a slot and a cause.
SELECT DISTINCT from_slot
FROM gaps FINAL
WHERE cause = 'replaced' AND (state != 'repaired' OR updated_at >= fromUnixTimestamp64Micro({since_us:Int64}))
ORDER BY from_slot
