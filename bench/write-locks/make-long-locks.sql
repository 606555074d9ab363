-- Of each slot 30 locks of one account, 24 of them writes, as the hottest accounts have, and 20 of others, of 200,000.
INSERT INTO account_locks (account, slot, block_index, is_write, is_signer, is_vote, is_failed, compute_units,
    compute_unit_price, signer_prefix, version)
SELECT
    if(
        block_index < 30, toFixedString(unhex({account:String}), 32),
        toFixedString(concat(sipHash128(chance % 200000), sipHash128(chance % 200000, 1)), 32)
    ),
    slot, block_index, block_index < 24 OR block_index >= 30 AS writes, false, false, bitShiftRight(chance, 8) % 20 = 0,
    if(writes, 50000 + bitShiftRight(chance, 16) % 200000, NULL), if(writes, bitShiftRight(chance, 24) % 50000 * 100, NULL),
    if(writes, cityHash64(bitShiftRight(chance, 32) % 400, intDiv(slot, 256)), 0), 5
FROM
(
    SELECT
        {from:UInt64} + intDiv(number, 50) AS slot, toUInt32(number % 50) AS block_index,
        cityHash64(slot, block_index) AS chance
    FROM numbers({slots:UInt64} * 50)
)
