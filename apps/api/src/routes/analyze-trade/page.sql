-- One page of the transactions that lock an account, in the chain's order. `slots` are those that the page touches,
-- so that of a hot account only these are read; `skip` rows of the first of them are on earlier pages.
-- Keys: `account_locks` by (account, slot): the account's rows in these slots, in every copy; `transactions` by
-- (slot, block_index): a granule of 1,024 for each of at most 1,000 rows. LIMIT BY with the version is right before
-- merges, and faster here than FINAL.
WITH page AS
(
    SELECT slot, block_index, is_write
    FROM account_locks
    WHERE account = toFixedString(unhex({account:String}), 32) AND slot IN {slots:Array(UInt64)}
    ORDER BY slot, block_index, version DESC
    LIMIT 1 BY slot, block_index
    LIMIT {rows:UInt32} OFFSET {skip:UInt32}
)
SELECT
    base58Encode(t.signature), t.slot, t.block_index, t.entry_index, t.tx_index, t.poh_tick,
    toUnixTimestamp(t.block_time), base58Encode(t.signer), t.is_vote, t.accounts_read_count,
    t.accounts_written_count, p.is_write
FROM
(
    SELECT
        slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, is_vote,
        accounts_read_count, accounts_written_count
    FROM transactions
    WHERE (slot, block_index) IN (SELECT slot, block_index FROM page)
    ORDER BY slot, block_index, version DESC
    LIMIT 1 BY slot, block_index
) AS t
INNER JOIN page AS p ON p.slot = t.slot AND p.block_index = t.block_index
ORDER BY t.slot, t.block_index
