-- The positions of a wallet's signed transactions before a position, newest first. Key of `account_locks`:
-- (account, slot, block_index), read backwards within a slot range that the caller widens until it holds
-- enough. Reading all partitions in order at once would cost one granule of each.
SELECT slot, block_index
FROM account_locks
PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
WHERE is_signer AND (slot, block_index) < ({before_slot:UInt64}, {before_index:UInt32})
ORDER BY slot DESC, block_index DESC
LIMIT 1 BY slot, block_index
LIMIT {limit:UInt32}
