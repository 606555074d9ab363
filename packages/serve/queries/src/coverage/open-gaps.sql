-- Ranges with blocks that are known to exist but are incomplete, or are being replaced. Queried only when a
-- slot of the range is not stored. `gaps` is small: one row per range and cause, and only those before the
-- range's end are read.
SELECT from_slot, to_slot
FROM gaps FINAL
WHERE from_slot <= {to:UInt64} AND to_slot >= {from:UInt64} AND cause != 'missing' AND state != 'repaired'
