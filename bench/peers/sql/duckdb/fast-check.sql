WITH traded AS (SELECT DISTINCT pool FROM swaps_by_slot WHERE slot = $slot AND block_index = $block_index)
SELECT lower(hex(s.pool)) AS pool, s.slot, s.block_index, lower(hex(s.trader)) AS trader,
    lower(hex(s.mint_in)) AS mint_in, s.trader_in::VARCHAR AS trader_in, s.trader_out::VARCHAR AS trader_out,
    (SELECT string_agg(sandwich, ',' ORDER BY sandwich) FROM legs WHERE slot = $slot AND block_index = $block_index AND role = 'victim') AS sandwiches
FROM swaps_by_slot AS s
WHERE s.pool IN (SELECT pool FROM traded) AND s.slot BETWEEN $slot - 10 AND $slot + 10
ORDER BY s.slot, s.block_index, s.pool
