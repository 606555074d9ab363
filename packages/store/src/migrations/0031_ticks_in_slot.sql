-- Rewrites stored rows. Ticks of account_slots count from the slot, and the last one from the first (docs/adr/0027): with
-- the slot they say the same, in two narrow columns instead of two nullable ones of 64 bits. Both are computed for the
-- stored rows before the former columns go (migration 32).
ALTER TABLE account_slots
    ADD COLUMN IF NOT EXISTS first_tick Int16
        DEFAULT if(first_poh_tick IS NULL, -32768, toInt16(toInt64(assumeNotNull(first_poh_tick)) - toInt64(slot) * 64))
        CODEC(ZSTD) AFTER compute_units,
    ADD COLUMN IF NOT EXISTS tick_span UInt16
        DEFAULT if(last_poh_tick IS NULL, 0, toUInt16(assumeNotNull(last_poh_tick) - assumeNotNull(first_poh_tick)))
        CODEC(ZSTD) AFTER first_tick;

ALTER TABLE account_slots MATERIALIZE COLUMN first_tick, MATERIALIZE COLUMN tick_span;
