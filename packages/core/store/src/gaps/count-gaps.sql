-- Number of gap ranges and of slots in each repair state.
SELECT toString(state), count(), sum(to_slot - from_slot + 1)
FROM gaps FINAL
GROUP BY state
