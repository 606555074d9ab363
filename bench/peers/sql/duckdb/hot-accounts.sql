SELECT lower(hex(account)) AS account, count(*) FILTER (WHERE is_write) AS writes, count(DISTINCT slot) AS slots
FROM locks
WHERE slot BETWEEN $from AND $to
GROUP BY account ORDER BY writes DESC, account LIMIT 50
