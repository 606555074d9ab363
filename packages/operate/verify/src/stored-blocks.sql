-- Blocks of a slot range, a page at a time; two blocks of one slot are on one page (WITH TIES). Key of `slots`, one row
-- per slot. The last column says whether related rows may have expired; see writer/stored-versions.sql.
SELECT
    slot, parent_slot, hex(blockhash), if(parent_blockhash IS NULL, NULL, hex(assumeNotNull(parent_blockhash))),
    toString(content), toString(model), transaction_count, vote_count, failed_count, entry_count, tick_count, num_hashes,
    inserted_at < (SELECT kept_since FROM kept_since WHERE name = 'locks') + INTERVAL 1 DAY
FROM slots FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot
LIMIT {limit:UInt32} WITH TIES
