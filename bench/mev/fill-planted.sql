-- {rounds:UInt64} trades of one wallet, evenly over {blocks:UInt64} blocks from {first_block:UInt64}. In every
-- {victim_every:UInt64}th it is a victim: of {attacker:String}, or, every other time, of one of the bots where
-- {attacks_all:Bool} is not set. With {rival:Bool} the attacker trades before it in every round, up to two blocks away.
INSERT INTO bench_flow
WITH
    intDiv(number, 3) AS round,
    number % 3 + 1 AS part,
    cityHash64({series:UInt64}, round) AS h,
    round % {victim_every:UInt64} = 0 AS is_victim,
    {first_block:UInt64} + intDiv(round * {blocks:UInt64}, {rounds:UInt64}) + 3 AS block,
    b -> {base_slot:UInt64} + b + intDiv(b, 19) AS slot_of,
    slot_of(block - if({rival:Bool}, h % 3, 0)) AS front_slot,
    slot_of(block + if({rival:Bool}, intDiv(h, 3) % 3, intDiv(h, 3) % 2)) AS back_slot,
    toUInt32(1300 + {series:UInt64} * 4) AS index,
    toUInt64(floor(pow({pools:UInt64}, h / 18446744073709551616.))) AS pool_rank,
    1000000000 + h % 4000000000 AS paid_sol,
    10 + cityHash64(pool_rank, 'price') % 100000 AS price,
    if(
        {attacks_all:Bool} OR round % (2 * {victim_every:UInt64}) = 0,
        toFixedString(unhex({attacker:String}), 32),
        toFixedString(concat(reinterpretAsFixedString(cityHash64('wallet', toUInt64(floor(pow(500, h / 18446744073709551616.))))), 'made up for a benchmark.'), 32)
    ) AS attacker_of_round
SELECT
    multiIf(part = 1, front_slot, part = 2, slot_of(block), back_slot),
    index + part,
    pool_rank,
    toFixedString(concat(reinterpretAsFixedString(cityHash64('pool', pool_rank)), 'made up for a benchmark.'), 32),
    toFixedString(concat(reinterpretAsFixedString(cityHash64('mint', pool_rank)), 'made up for a benchmark.'), 32),
    if(part = 2, toFixedString(unhex({wallet:String}), 32), attacker_of_round),
    part != 3,
    is_victim OR h % 12 != 0,
    if(is_victim, part, 0),
    false,
    front_slot, index + 1, back_slot,
    if(part = 3, intDiv(paid_sol * 101, 100), if(part = 2, intDiv(paid_sol, 2), paid_sol)),
    if(part = 2, intDiv(paid_sol * price * 99, 200), paid_sol * price),
    cityHash64(h, part)
FROM numbers(3 * {rounds:UInt64})
WHERE part = 2 OR is_victim OR ({rival:Bool} AND part = 1)
