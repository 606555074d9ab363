-- The gaps that are still such and lie in a range of slots. What is said to be repaired is stored, or a gap again.
SELECT from_slot, to_slot
FROM gaps FINAL
WHERE state != 'repaired' AND to_slot >= {from_slot:UInt64} AND from_slot <= {to_slot:UInt64}
