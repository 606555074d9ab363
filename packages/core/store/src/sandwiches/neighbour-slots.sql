-- The newest stored block before a slot and the first one at or after it; null where there is none. Key of `slots`,
-- read in order from the slot on: one granule each, even if the next block is far away.
SELECT
    (
        SELECT slot FROM slots
        WHERE slot < {slot:UInt64} AND content != 'entries_only'
        ORDER BY slot DESC LIMIT 1
    ),
    (
        SELECT slot FROM slots
        WHERE slot >= {slot:UInt64} AND content != 'entries_only'
        ORDER BY slot LIMIT 1
    )
