WITH victim AS (SELECT slot, block_index FROM transactions WHERE signature = $1),
traded AS (SELECT DISTINCT s.pool, s.slot FROM swaps AS s JOIN victim USING (slot, block_index))
SELECT encode(s.pool, 'hex') AS pool, s.slot, s.block_index, encode(s.trader, 'hex') AS trader,
    encode(s.mint_in, 'hex') AS mint_in, s.trader_in::text, s.trader_out::text,
    (SELECT string_agg(sandwich, ',' ORDER BY sandwich) FROM legs JOIN victim USING (slot, block_index) WHERE role = 'victim') AS sandwiches
FROM traded AS t
JOIN swaps AS s ON s.pool = t.pool AND s.slot BETWEEN t.slot - 10 AND t.slot + 10
ORDER BY s.slot, s.block_index, s.pool
