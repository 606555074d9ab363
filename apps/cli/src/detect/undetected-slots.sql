-- The stored blocks of a slot range over which the product's own detection has not run: their slots, in order.
-- Keys of `slots` and `detected_slots`: a row a slot of the range.
SELECT slot
FROM slots FINAL
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND content != 'entries_only'
    AND (slot, blockhash, version) NOT IN
    (
        SELECT slot, blockhash, version
        FROM detected_slots FINAL
        WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
    )
ORDER BY slot
