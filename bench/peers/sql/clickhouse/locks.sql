SELECT slot, block_index, is_write
FROM account_locks
WHERE account = toFixedString(unhex({account:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY slot, block_index, version DESC
LIMIT 1 BY slot, block_index
LIMIT 100
