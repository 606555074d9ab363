-- The transactions at some positions, in every version: another may belong to a block whose write never finished. Key
-- of `transactions` (slot, block_index): one granule per position and part. The caller takes the best version of each.
-- A query of its own finds the positions: with a subquery, and with what keeps one version, planning alone takes longer
-- than both.
SELECT
    base58Encode(signature), slot, block_index, entry_index, tx_index, poh_tick, toUnixTimestamp(block_time),
    base58Encode(signer), is_vote, accounts_read_count, accounts_written_count, success, fee,
    arrayMap(m -> (base58Encode(tupleElement(m, 'pool')), base58Encode(tupleElement(m, 'program_id')),
        arrayMap(x -> base58Encode(x), tupleElement(m, 'mints'))), markets),
    version
FROM transactions
WHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
