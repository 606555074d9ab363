-- Slots of 300 ms.
INSERT INTO slots (slot, parent_slot, blockhash, parent_blockhash, block_time, content, model, source, has_meta,
    transaction_count, version)
SELECT slot, slot - 1, toFixedString(concat(sipHash128(slot), sipHash128(slot, 1)), 32),
    toFixedString(concat(sipHash128(slot - 1), sipHash128(slot - 1, 1)), 32),
    toDateTime({start_time:UInt32} + intDiv((slot - {first:UInt64}) * 3, 10), 'UTC'), 'full', 'ticked', 'generated', true,
    {transactions:UInt32}, 13
FROM (SELECT {from:UInt64} + number AS slot FROM numbers({slots:UInt64}))
