-- The stored blocks of some slot ranges, including blocks without trades.
SELECT slot, toUnixTimestamp(block_time)
FROM slots FINAL
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND
    (
        empty({spans:Array(Tuple(UInt64, UInt64))})
        OR slot IN
        (
            SELECT arrayJoin(range(span.1, span.2 + 1)) FROM (SELECT arrayJoin({spans:Array(Tuple(UInt64, UInt64))}) AS span)
        )
    )
WHERE content != 'entries_only'
ORDER BY slot
