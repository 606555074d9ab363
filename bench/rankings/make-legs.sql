-- A front, a victim and a back of each sandwich of a range.
INSERT INTO sandwich_legs (slot, block_index, outer_index, inner_index, part_index, role, bracket_id, first_slot,
    last_slot, confidence, may_count, is_final, pool, dex_name, trader, signer, signature, poh_tick, block_time, mint_in,
    mint_out, trader_in, trader_out, loss_amount, loss_method, revision, is_deleted)
WITH
    arrayJoin([1, 2, 3]) AS part, if(part = 1, first_slot, last_slot) AS at_slot,
    toUInt32(splitByChar('.', bracket_id)[2]) + part - 1 AS at_index, toUInt64(gross) AS amount,
    if(part = 2, toFixedString(concat(reinterpretAsFixedString(cityHash64('victim', digest % 400000)), 'made up for a benchmark.'), 32), attacker) AS wallet
SELECT
    at_slot, at_index, 2, -1, 0, part, bracket_id, first_slot, last_slot, confidence, true, true, pool, dex_name, wallet,
    wallet,
    toFixedString(concat(sipHash128(at_slot, at_index), sipHash128(at_slot, at_index, 1), sipHash128(at_slot, at_index, 2), sipHash128(at_slot, at_index, 3)), 64),
    at_slot * 64 + at_index % 64, block_time, if(part = 3, mint_out, mint_in), if(part = 3, mint_in, mint_out),
    if(part = 3, amount * 1000, amount * 100), if(part = 3, amount * 101, amount * 1000),
    if(part = 2, victim_loss, NULL), if(part = 2, 'replay', NULL), 2, 0
FROM sandwiches
WHERE first_slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
