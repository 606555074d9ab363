-- The number of stored blocks, the first and last slot, and the number of slots in open gaps.
SELECT count(), min(slot), max(slot),
    (SELECT sum(to_slot - from_slot + 1) FROM gaps FINAL WHERE state IN ('open', 'repairing'))
FROM slots FINAL
