-- How long after its block time each block of a slot range was stored, in seconds; both times are whole seconds. Blocks of
-- unknown time are left out. Key of `slots`: one row per slot and version.
SELECT count(), quantileExactLow(0.5)(delay), quantileExactHigh(0.99)(delay), max(delay)
FROM
(
    SELECT toInt64(toUnixTimestamp(inserted_at)) - toInt64(toUnixTimestamp(assumeNotNull(block_time))) AS delay
    FROM slots FINAL
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND block_time IS NOT NULL
)
