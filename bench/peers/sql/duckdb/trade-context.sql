WITH matching AS
(
    SELECT slot, block_index, is_write FROM locks
    WHERE account = unhex($account) AND slot BETWEEN $from AND $to
),
page AS (SELECT * FROM matching ORDER BY slot, block_index LIMIT 100)
SELECT lower(hex(t.signature)) AS signature, p.slot, p.block_index, t.poh_tick, p.is_write,
    (SELECT count(*) FROM matching) AS total
FROM page AS p
JOIN (SELECT * FROM transactions WHERE slot BETWEEN $from AND $to) AS t ON t.slot = p.slot AND t.block_index = p.block_index
ORDER BY p.slot, p.block_index
