SELECT s.slot, s.block_index, encode(s.pool, 'hex') AS pool, s.trader_in::text, s.trader_out::text,
    (
        SELECT string_agg(other.role || ' ' || encode(other.trader, 'hex'), ',' ORDER BY other.slot, other.block_index)
        FROM legs AS mine JOIN legs AS other USING (sandwich)
        WHERE mine.slot = s.slot AND mine.block_index = s.block_index AND mine.role = 'victim' AND other.role != 'victim'
    ) AS attackers
FROM swaps AS s
WHERE s.trader = $1 AND s.slot BETWEEN $2 AND $3
ORDER BY s.slot, s.block_index
