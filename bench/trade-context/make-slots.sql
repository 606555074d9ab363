INSERT INTO slots (slot, parent_slot, blockhash, parent_blockhash, block_time, block_height, leader, content, model,
    source, has_meta, transaction_count, vote_count, failed_count, entry_count, tick_count, num_hashes, version)
SELECT slot, slot - 1, toFixedString(concat(sipHash128(slot), sipHash128(slot, 1)), 32), toFixedString(concat(sipHash128(slot - 1), sipHash128(slot - 1, 1)), 32), any(block_time), slot - 1000,
    NULL, 'full', 'ticked', 'generated', true, count(), countIf(is_vote), countIf(success = false), max(entry_index) + 65, 64, 4000000, 13
FROM transactions
WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1
GROUP BY slot
