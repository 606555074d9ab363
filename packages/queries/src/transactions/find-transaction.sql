-- The copies of some transactions: usually one each; another may belong to a block whose write never finished.
-- Keys: `signatures` by the first 8 bytes (one granule per part), then `transactions` by (slot, block_index),
-- one granule per hit and part. The caller compares the full signature: here that would take a fifth of the
-- query's time.
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
