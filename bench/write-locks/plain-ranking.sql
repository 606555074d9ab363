-- The same ranking without account_heat: every lock of the range. In the order of the key: the accounts of hours are more
-- than memory holds.
SELECT lower(hex(account)), toString(sum(arraySum(u -> toUInt64(u), writes.compute_units)) AS units), toString(sum(write_count) AS writes)
FROM account_slots
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND write_count > 0
GROUP BY account
ORDER BY units DESC, writes DESC, account
LIMIT 50
SETTINGS optimize_aggregation_in_order = 1
