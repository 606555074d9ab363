-- The blocks stored in a range of slots and in 64 slots beyond it, in every copy. Their parents show which slots before
-- them were skipped. Two hashes for a slot: two blocks, a conflict about to be cleared. Key of `slots`: at most one row
-- per slot and copy, 265 slots. The caller takes the best copy of each.
SELECT
    slot, parent_slot, toString(content),
    -- The retention of account_locks. The `slots` row of a block is written last, within minutes.
    inserted_at < now64(3, 'UTC') - toIntervalSecond({locks_kept_seconds:UInt32}) + INTERVAL 10 MINUTE AS is_expired,
    version,
    inserted_at > now() - INTERVAL 30 SECOND AS is_fresh,
    hex(blockhash)
FROM slots
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} + 64
