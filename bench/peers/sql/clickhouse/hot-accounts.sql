SELECT lower(hex(account)) AS a, countIf(is_write) AS writes, uniqExact(slot)
FROM account_locks FINAL
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
GROUP BY account
ORDER BY writes DESC, a
LIMIT 50
