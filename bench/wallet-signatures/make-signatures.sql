INSERT INTO signatures (signature_prefix, slot, block_index)
SELECT
    reinterpretAsUInt64(substring(sipHash128({first:UInt64} + intDiv(number, {each:UInt64}), toUInt32(number % {each:UInt64})), 1, 8)),
    {first:UInt64} + intDiv(number, {each:UInt64}), toUInt32(number % {each:UInt64})
FROM numbers({slots:UInt64} * {each:UInt64})
