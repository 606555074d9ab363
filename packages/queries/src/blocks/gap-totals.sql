-- Unrepaired gaps by the state of their repair. `gaps` is small: one row per range and cause.
SELECT toString(state), count(), sum(to_slot - from_slot + 1)
FROM gaps FINAL
WHERE state != 'repaired'
GROUP BY state
