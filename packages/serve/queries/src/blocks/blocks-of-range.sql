-- The blocks stored in a short slot range, the best version of each. Two rows for a slot: a conflict about to be
-- cleared. Key of `slots`: at most one row per slot and version.
SELECT
    slot, base58Encode(blockhash), parent_slot,
    if(parent_blockhash IS NULL, NULL, base58Encode(assumeNotNull(parent_blockhash))), toUnixTimestamp(block_time),
    block_height, if(leader IS NULL, NULL, base58Encode(assumeNotNull(leader))), toString(content), transaction_count,
    vote_count, failed_count, entry_count, tick_count, num_hashes
FROM slots
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
ORDER BY slot, blockhash, version DESC
LIMIT 1 BY slot, blockhash
