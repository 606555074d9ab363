-- The gaps of a slot range that are not repaired. A repaired gap's slots are stored; if they vanish, a new gap records
-- it.
SELECT from_slot, to_slot
FROM gaps FINAL
WHERE state != 'repaired' AND to_slot >= {from_slot:UInt64} AND from_slot <= {to_slot:UInt64}
