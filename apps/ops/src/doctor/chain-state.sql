-- The model of the newest block with entries, the first Alpenglow block, and the votes of the newest 1,000 slots.
-- Reads four small columns of `slots`.
SELECT argMaxIf(toString(model), slot, model IS NOT NULL), minIf(slot, model = 'alpenglow'),
    sumIf(vote_count, slot > (SELECT max(slot) FROM slots) - 1000)
FROM slots FINAL
