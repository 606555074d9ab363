-- Swaps {first:UInt64} and the following of a zone with {swaps_per_slot:UInt64} swaps in every {stride:UInt64}th block,
-- beginning at block {zone_block:UInt64}; every 20th slot is skipped. In each hundred are a sandwich (front, victim 41,
-- back; in one block or some apart, one in four after a failed try) and nine failed attempts; in some the front of a
-- sandwich that is too long to be stored, whose back comes ten hundreds later. Pools and attackers as popular as 1/rank.
INSERT INTO bench_flow
WITH
    {first:UInt64} + number AS n,
    n % 100 AS r,
    -- The hundred whose sandwich a swap belongs to.
    intDiv(n, 100) - if(r = 92 AND n >= 1000, 10, 0) AS hundred,
    cityHash64({zone_block:UInt64}, hundred) AS h,
    cityHash64({zone_block:UInt64}, n, 'swap') AS luck,
    40 - [0, 0, 0, 0, 0, 5, 20, 30][h % 8 + 1] AS front,
    42 + [0, 0, 0, 0, 7, 0, 20, 45][h % 8 + 1] AS back,
    k -> {base_slot:UInt64} + ({zone_block:UInt64} + intDiv(k, {swaps_per_slot:UInt64}) * {stride:UInt64})
        + intDiv({zone_block:UInt64} + intDiv(k, {swaps_per_slot:UInt64}) * {stride:UInt64}, 19) AS slot_of,
    k -> toUInt32(intDiv(1200 * (k % {swaps_per_slot:UInt64}), {swaps_per_slot:UInt64}) + 7) AS index_of,
    -- Where only some blocks have swaps, few sandwiches are short enough to be stored.
    slot_of(hundred * 100 + back) - slot_of(hundred * 100 + front) <= 20 AS is_short,
    multiIf(NOT is_short, 0, r = front, 1, r = 41, 2, r = back, 3, r = front - 1 AND h % 4 = 0, 4, 0) AS part,
    h % 64 = 0 AND r IN (90, 91, 92) AS is_long,
    part > 0 OR is_long AS is_sandwich,
    part IN (1, 3, 4) OR (is_long AND r != 91) AS is_attacker,
    -- One number for each key, so that equal numbers are equal addresses.
    if(is_sandwich, if(is_long, cityHash64(h, 'long'), h), luck) AS place,
    toUInt64(floor(pow(50000, place / 18446744073709551616.))) AS pool_rank,
    if(
        is_attacker,
        toUInt64(floor(pow(500, cityHash64(place, 'bot') / 18446744073709551616.))),
        1000000 + toUInt64(3000000 * pow(luck / 18446744073709551616., 3))
    ) AS wallet,
    if(is_attacker, 1000000000 + cityHash64(place, 'sol') % 4000000000, 10000000 + luck % 3000000000) AS paid_sol,
    10 + cityHash64(pool_rank, 'price') % 100000 AS price
SELECT
    slot_of(n), index_of(n), pool_rank,
    toFixedString(concat(reinterpretAsFixedString(cityHash64('pool', pool_rank)), 'made up for a benchmark.'), 32),
    toFixedString(concat(reinterpretAsFixedString(cityHash64('mint', pool_rank)), 'made up for a benchmark.'), 32),
    toFixedString(concat(reinterpretAsFixedString(cityHash64('wallet', wallet)), 'made up for a benchmark.'), 32),
    if(is_sandwich, part != 3 AND NOT (is_long AND r = 92), luck % 2 = 0) AS buys,
    part != 4 AND (is_sandwich OR r % 10 != 9),
    part,
    h % 10 = 0,
    slot_of(hundred * 100 + front), index_of(hundred * 100 + front), slot_of(hundred * 100 + back),
    if(is_attacker AND NOT buys, intDiv(paid_sol * 101, 100), paid_sol),
    if(is_attacker, paid_sol * price, intDiv(paid_sol * price * (990 + luck % 20), 1000)),
    luck
FROM numbers({count:UInt64})
