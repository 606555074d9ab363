-- Of the newest slots, for what is listed by its signature.
INSERT INTO transactions (slot, block_index, poh_tick, block_time, signature, signer, tx_version, is_vote, success, version)
SELECT slot, block_index, slot * 64, toDateTime({start_time:UInt32} + intDiv((slot - {first:UInt64}) * 3, 10), 'UTC'),
    toFixedString(concat(sipHash128(slot, block_index), sipHash128(slot, block_index, 1), sipHash128(slot, block_index, 2), sipHash128(slot, block_index, 3)), 64),
    toFixedString(concat(sipHash128(max(signer_prefix)), sipHash128(max(signer_prefix), 1)), 32), 0, any(is_vote), true, 5
FROM account_locks
WHERE slot BETWEEN {from:UInt64} AND {from:UInt64} + {slots:UInt64} - 1
GROUP BY slot, block_index
