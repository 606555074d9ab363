-- The copies of some transactions: usually one of each; another may be of a block that was never written to its end.
-- Keys: `signatures` by the first 8 bytes (one granule a part), then `transactions` by (slot, block_index), one
-- granule a hit and part. The full signature decides, where it is asked: here that would cost a fifth of the query.
SELECT
    base58Encode(signature), slot, block_index, entry_index, tx_index, poh_tick, toUnixTimestamp(block_time),
    base58Encode(signer), is_vote, accounts_read_count, accounts_written_count, success, fee,
    arrayMap(m -> (base58Encode(m.pool), base58Encode(m.program_id), arrayMap(x -> base58Encode(x), m.mints)), markets)
FROM transactions
WHERE (slot, block_index) IN
    (
        SELECT slot, block_index FROM signatures WHERE signature_prefix IN {prefixes:Array(UInt64)}
    )
ORDER BY slot DESC, block_index, version DESC
LIMIT 1 BY slot, block_index
LIMIT 1000
