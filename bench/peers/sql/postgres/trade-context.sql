WITH original AS (SELECT slot FROM transactions WHERE signature = $1)
SELECT encode(t.signature, 'hex') AS signature, l.slot, l.block_index, t.poh_tick, l.is_write,
    (SELECT count(*) FROM locks AS c WHERE c.account = $2 AND c.slot BETWEEN (SELECT slot FROM original) - $3 AND (SELECT slot FROM original) + $3) AS total
FROM
(
    SELECT slot, block_index, is_write FROM locks
    WHERE account = $2 AND slot BETWEEN (SELECT slot FROM original) - $3 AND (SELECT slot FROM original) + $3
    ORDER BY slot, block_index LIMIT 100
) AS l
JOIN transactions AS t USING (slot, block_index)
ORDER BY l.slot, l.block_index
