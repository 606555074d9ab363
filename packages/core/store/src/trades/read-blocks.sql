-- The stored blocks of some slot ranges, including blocks without trades.
SELECT slot, toUnixTimestamp(block_time)
FROM slots FINAL
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND
    (
        empty({ranges:Array(Tuple(UInt64, UInt64))})
        OR slot IN
        (
            SELECT arrayJoin(range(slot_range.1, slot_range.2 + 1)) FROM (SELECT arrayJoin({ranges:Array(Tuple(UInt64, UInt64))}) AS slot_range)
        )
    )
WHERE content != 'entries_only'
ORDER BY slot
