WITH mine AS (SELECT slot, block_index, sandwich FROM legs WHERE role = 'victim' AND trader = unhex($wallet) AND slot BETWEEN $from AND $to),
attacks AS
(
    SELECT m.slot, m.block_index, string_agg(o.role || ' ' || lower(hex(o.trader)), ',' ORDER BY o.slot, o.block_index) AS attackers
    FROM mine AS m JOIN legs AS o USING (sandwich) WHERE o.role != 'victim' GROUP BY ALL
)
SELECT s.slot, s.block_index, lower(hex(s.pool)) AS pool, s.trader_in::VARCHAR AS trader_in, s.trader_out::VARCHAR AS trader_out, a.attackers
FROM swaps_by_trader AS s LEFT JOIN attacks AS a ON a.slot = s.slot AND a.block_index = s.block_index
WHERE s.trader = unhex($wallet) AND s.slot BETWEEN $from AND $to
ORDER BY s.slot, s.block_index
