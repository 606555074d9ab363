-- What is stored of some slots, in one statement, because a block is written so often that the statements cost more than
-- the rows:
-- - the best version of each block, of which there should be one per slot. A version with possibly expired rows counts
--   as quality 0, that is, not stored: an operator may keep `account_slots` for a day, while `slots` rows stay;
-- - slots whose old block was being deleted when the writer died. The deletion must be repeated;
-- - the rows of slots that have no `slots` row: left by a writer that died, or being written by another one right now.
--   Usually empty.
-- Keys of `slots`, `transactions` and `entries`: slot; at most one granule per slot and part. `gaps` is small.
SELECT 'version', slot, hex(blockhash), toString(content), toUInt32(if(inserted_at < now() - INTERVAL 12 HOUR, 0, version)), toUInt64(0)
FROM
(
    SELECT slot, blockhash, content, version, inserted_at
    FROM slots
    WHERE slot IN {slots:Array(UInt64)}
    ORDER BY slot, blockhash, version DESC, inserted_at DESC
    LIMIT 1 BY slot, blockhash
)
UNION ALL
SELECT 'replacement', from_slot, '', '', toUInt32(0), toUInt64(0)
FROM gaps FINAL
WHERE cause = 'replaced' AND state IN ('open', 'repairing') AND from_slot IN {slots:Array(UInt64)}
UNION ALL
SELECT 'transaction', slot, '', '', block_index, reinterpretAsUInt64(substring(signature, 1, 8))
FROM transactions
WHERE slot IN {slots:Array(UInt64)}
UNION ALL
SELECT 'entry', slot, '', '', entry_index, reinterpretAsUInt64(substring(hash, 1, 8))
FROM entries
WHERE slot IN {slots:Array(UInt64)}
