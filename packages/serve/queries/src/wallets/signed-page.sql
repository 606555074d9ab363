-- The positions of a wallet's signed transactions before a position, newest first. Key of `account_slots`:
-- (account, slot), read backwards within a slot range that the caller widens until it holds enough. Reading all
-- partitions in order at once would cost one granule of each.
SELECT slot, block_index
FROM
(
    SELECT slot, locks.block_index AS indexes, locks.flags AS flags
    FROM account_slots
    PREWHERE account = toFixedString(unhex({wallet:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    WHERE signed_count > 0
)
ARRAY JOIN indexes AS block_index, flags AS flag
WHERE bitTest(flag, 1) AND (slot, block_index) < ({before_slot:UInt64}, {before_index:UInt32})
ORDER BY slot DESC, block_index DESC
LIMIT 1 BY slot, block_index
LIMIT {limit:UInt32}
