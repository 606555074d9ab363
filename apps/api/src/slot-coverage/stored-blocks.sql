-- The blocks stored in a range of slots and 64 slots beyond it: one of those tells which slots before it were
-- skipped. Two rows for a slot: two blocks, a conflict about to be cleared.
-- Whether detection has run over the copy that is stored is asked in the same query: `detected_slots` has a row a slot.
-- Keys of `slots` and `detected_slots`: at most a row a slot and copy, 265 slots.
SELECT
    slot, parent_slot, toString(content),
    -- The time to live of account_locks; the `slots` row of a block is written last, within minutes.
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
