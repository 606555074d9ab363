-- The versions over which detection has run, in a range of slots: every version of each slot's row, of which the caller
-- takes the newest. Key of `detected_slots`: one row per slot and version of it, 201 slots.
SELECT slot, hex(blockhash), version, is_deleted, toUnixTimestamp64Micro(detected_at)
FROM detected_slots
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
