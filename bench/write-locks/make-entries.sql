-- Five transactions an entry, spread evenly over 64 ticks.
INSERT INTO entries (slot, entry_index, num_hashes, hash, transaction_count, start_index, is_tick, poh_tick, version)
WITH
    {from:UInt64} + number AS slot,
    intDiv({transactions:UInt32}, 5) AS batches,
    arrayJoin(arrayConcat(
        arrayMap(b -> (b + intDiv(b * 64, batches), 5, b * 5, false, intDiv(b * 64, batches)), range(batches)),
        arrayMap(
            t -> (t + intDiv((t + 1) * batches + 63, 64), 0, least(intDiv((t + 1) * batches + 63, 64) * 5, batches * 5), true, t + 1),
            range(64)))) AS entry
SELECT slot, entry.1, 100, toFixedString(concat(sipHash128(slot, entry.1), sipHash128(entry.1, slot)), 32), entry.2, entry.3,
    entry.4, slot * 64 + entry.5, 13
FROM numbers({slots:UInt64})
ORDER BY slot, entry.1
