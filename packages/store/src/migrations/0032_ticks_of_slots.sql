-- Rewrites stored rows. The former columns become aliases, so that every query of them answers as before.
ALTER TABLE account_slots
    MODIFY COLUMN first_tick Int16 DEFAULT -32768
        COMMENT 'tick of the first transaction that locked it, counted from slot * 64; -32768: not known' CODEC(ZSTD),
    MODIFY COLUMN tick_span UInt16 DEFAULT 0
        COMMENT 'ticks from there to the last transaction that locked it' CODEC(ZSTD);

ALTER TABLE account_slots DROP COLUMN IF EXISTS first_poh_tick, DROP COLUMN IF EXISTS last_poh_tick;

ALTER TABLE account_slots
    ADD COLUMN IF NOT EXISTS first_poh_tick Nullable(UInt64)
        ALIAS if(first_tick = -32768, NULL, toUInt64(toInt64(slot) * 64 + first_tick))
        COMMENT 'tick of the first transaction of the slot that locked it; null: entries not known',
    ADD COLUMN IF NOT EXISTS last_poh_tick Nullable(UInt64)
        ALIAS if(first_tick = -32768, NULL, toUInt64(toInt64(slot) * 64 + first_tick + tick_span))
        COMMENT 'tick of the last one; null: entries not known';
