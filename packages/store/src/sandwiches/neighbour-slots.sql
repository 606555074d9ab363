-- The newest stored block before a slot, and the first one from it on.
SELECT
    (SELECT (count(), max(slot)) FROM slots WHERE slot < {slot:UInt64} AND slot >= {from_slot:UInt64} AND content != 'entries_only'),
    (SELECT (count(), min(slot)) FROM slots WHERE slot >= {slot:UInt64} AND content != 'entries_only')
