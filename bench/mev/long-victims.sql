-- Victims of sandwiches that are too long to be stored, as fill-background makes them, among the hundreds {first:UInt64} and
-- the following of the zone.
WITH
    k -> {base_slot:UInt64} + ({zone_block:UInt64} + intDiv(k, {swaps_per_slot:UInt64}) * {stride:UInt64})
        + intDiv({zone_block:UInt64} + intDiv(k, {swaps_per_slot:UInt64}) * {stride:UInt64}, 19) AS slot_of,
    k -> toUInt32(intDiv(1200 * (k % {swaps_per_slot:UInt64}), {swaps_per_slot:UInt64}) + 7) AS index_of
SELECT hex(signature), slot, block_index, hex(markets[1].pool)
FROM transactions
WHERE (slot, block_index) IN
    (
        SELECT slot_of(hundred * 100 + 91), index_of(hundred * 100 + 91)
        FROM (SELECT {first:UInt64} + number AS hundred FROM numbers({hundreds:UInt64}))
        WHERE cityHash64({zone_block:UInt64}, hundred) % 64 = 0
        ORDER BY sipHash64(hundred)
        LIMIT {limit:UInt64}
    )
ORDER BY sipHash64(slot, block_index)
