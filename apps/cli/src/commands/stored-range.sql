-- How many blocks are stored, from where to where, and how many slots are known to be missing.
SELECT count(), min(slot), max(slot),
    (SELECT sum(to_slot - from_slot + 1) FROM gaps FINAL WHERE state IN ('open', 'repairing'))
FROM slots FINAL
