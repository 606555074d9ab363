-- The versions detection is about to run over, read before the trades: the stored version of each block of a range, and
-- the detected versions of blocks that were removed since. Keys of `slots` and `detected_slots`: slot.
SELECT
    slot, lower(hex(blockhash)), version, true AS is_stored,
    (slot, blockhash, version) IN
    (
        SELECT slot, blockhash, version FROM detected_slots FINAL
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    )
FROM slots FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND content != 'entries_only'
UNION ALL
SELECT slot, lower(hex(blockhash)), version, false, true
FROM detected_slots FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND slot NOT IN
    (
        SELECT slot FROM slots
        WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND content != 'entries_only'
    )
