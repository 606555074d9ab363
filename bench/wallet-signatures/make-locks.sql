-- Of each slot one transaction that the busy wallet signs, and others: each with a signer of 200,000, and a pool of 2,000
-- that it only names.
INSERT INTO account_locks (account, slot, block_index, is_write, is_signer, is_vote, is_failed, signer_prefix, version)
SELECT lock.1, slot, block_index, true, lock.2, false, false, 1, 5
FROM
(
    SELECT
        {first:UInt64} + intDiv(number, {each:UInt64}) AS slot, toUInt32(number % {each:UInt64}) AS block_index,
        arrayJoin([
            (
                if(
                    block_index = 0, toFixedString(unhex({wallet:String}), 32),
                    toFixedString(reinterpretAsFixedString(cityHash64('signer', cityHash64(number) % 200000)), 32)
                ), true
            ),
            (toFixedString(reinterpretAsFixedString(cityHash64('pool', cityHash64(number, 1) % 2000)), 32), false)
        ]) AS lock
    FROM numbers({slots:UInt64} * {each:UInt64})
)
