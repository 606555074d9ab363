SELECT arrayDistinct(arrayMap(m -> hex(m.pool), markets))
FROM transactions
WHERE slot = {slot:UInt64} AND block_index = {block_index:UInt32}
ORDER BY version DESC
LIMIT 1
