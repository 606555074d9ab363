-- The blocks stored in a range of slots and in 64 slots beyond it, whose parents show which slots before them
-- were skipped. Two rows for a slot: two blocks, a conflict about to be cleared. The same query reads whether
-- detection has run over the stored copy: `detected_slots` has one row per slot. Keys of `slots` and
-- `detected_slots`: at most one row per slot and copy, 265 slots.
SELECT
    slot, parent_slot, toString(content),
    -- The retention of account_locks. The `slots` row of a block is written last, within minutes.
    inserted_at < now64(3, 'UTC') - toIntervalSecond({locks_kept_seconds:UInt32}) + INTERVAL 10 MINUTE AS is_expired,
    (slot, blockhash, version) IN
    (
        SELECT slot, blockhash, version
        FROM detected_slots FINAL
        WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
    ) AS is_detected,
    version,
    inserted_at > now() - INTERVAL 30 SECOND AS is_fresh
FROM slots
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} + 64
ORDER BY slot, blockhash, version DESC
LIMIT 1 BY slot, blockhash
