-- Blocks of a slot range, a page at a time; a slot's two blocks are on one page (WITH TIES). Key of `slots`, a row a
-- slot. Of rows inserted more than 3 days ago others may be gone for their age, as writer/stored-copies.sql has it.
SELECT
    slot, parent_slot, hex(blockhash), if(parent_blockhash IS NULL, NULL, hex(assumeNotNull(parent_blockhash))),
    toString(content), toString(model), transaction_count, vote_count, failed_count, entry_count, tick_count, num_hashes,
    inserted_at < (SELECT kept_since FROM kept_since WHERE name = 'locks') + INTERVAL 1 DAY
FROM slots FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot
LIMIT {limit:UInt32} WITH TIES
