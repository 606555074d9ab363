-- The same transactions; two of five of the busy wallet's are trades.
INSERT INTO transactions (slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, tx_version,
    is_vote, success, fee, accounts_read_count, accounts_written_count, markets, version)
WITH
    toFixedString(base58Decode('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), 32) AS program,
    toFixedString(base58Decode('So11111111111111111111111111111111111111112'), 32) AS mint
SELECT
    {first:UInt64} + intDiv(number, {each:UInt64}) AS slot, toUInt32(number % {each:UInt64}) AS block_index, 1,
    block_index, slot * 64 + 3, toDateTime({from_time:UInt32} + intDiv(intDiv(number, {each:UInt64}) * 3, 10)),
    toFixedString(concat(sipHash128(slot, block_index), sipHash128(slot, block_index, 1), sipHash128(slot, block_index, 2), sipHash128(slot, block_index, 3)), 64),
    if(
        block_index = 0, toFixedString(unhex({wallet:String}), 32),
        toFixedString(reinterpretAsFixedString(cityHash64('signer', cityHash64(number) % 200000)), 32)
    ),
    0, false, true, 5000, 9, 7, if(slot % 5 < 2, [(mint, program, [mint])], []), 5
FROM numbers({slots:UInt64} * {each:UInt64})
