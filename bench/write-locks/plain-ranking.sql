-- The same ranking without account_heat: every lock of the range. In the order of the key: the accounts of hours are more
-- than memory holds.
SELECT lower(hex(account)), toString(sum(compute_units) AS units), toString(count() AS writes)
FROM account_locks
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND is_write
GROUP BY account
ORDER BY units DESC, writes DESC, account
LIMIT 50
SETTINGS optimize_aggregation_in_order = 1
