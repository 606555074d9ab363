-- Ranges in which blocks are known to exist but never came whole, or are being replaced. Asked only when a slot of
-- the range is not stored. `gaps` is small: a row per range and cause, and only those from before the range's end.
SELECT from_slot, to_slot
FROM gaps FINAL
WHERE from_slot <= {to:UInt64} AND to_slot >= {from:UInt64} AND cause != 'missing' AND state != 'repaired'
