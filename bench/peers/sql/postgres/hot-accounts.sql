SELECT encode(account, 'hex') AS account, count(*) FILTER (WHERE is_write) AS writes, count(DISTINCT slot) AS slots
FROM locks
WHERE slot BETWEEN $1 AND $2
GROUP BY account ORDER BY 2 DESC, 1 LIMIT 50
