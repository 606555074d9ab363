-- Slots {first:UInt64} and the following, all whole and linked, 0.3 s each, the last of them now.
INSERT INTO slots (slot, parent_slot, blockhash, parent_blockhash, block_time, block_height, content, model, source,
    has_meta, transaction_count, version)
SELECT
    {first:UInt64} + number AS slot, slot - 1, toFixedString(reinterpretAsFixedString(cityHash64(slot)), 32),
    toFixedString(reinterpretAsFixedString(cityHash64(slot - 1)), 32),
    toDateTime({from_time:UInt32} + intDiv(number * 3, 10)), slot, 'full', 'ticked', 'generated', true, 1200, 13
FROM numbers({slots:UInt64})
