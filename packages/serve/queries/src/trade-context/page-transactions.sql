-- The transactions at some positions, at most 1,001, in every version. Key of `transactions` (slot, block_index): one
-- granule (1,024 rows) per position and version, often shared. It is a separate query after the one that finds the
-- positions, because a joined query spends longer in planning alone.
SELECT
    base58Encode(signature), slot, block_index, entry_index, tx_index, poh_tick, toUnixTimestamp(block_time),
    base58Encode(signer), is_vote, accounts_read_count, accounts_written_count, success, version
FROM transactions
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
