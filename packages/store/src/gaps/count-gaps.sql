-- How many ranges and slots are in each state of repair.
SELECT toString(state), count(), sum(to_slot - from_slot + 1)
FROM gaps FINAL
GROUP BY state
