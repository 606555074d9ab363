-- Failed transactions of some wallets that write-locked some pools, each pool in its slot range. Includes transactions
-- that were not decoded as attempts: many abort before any swap instruction. Key of `account_slots`: (account, slot).
SELECT DISTINCT base58Encode(account), slot, block_index
FROM
(
    SELECT
        account, slot, arrayFilter((i, f) -> bitTest(f, 0), locks.block_index, locks.flags) AS indexes,
        arrayFilter(f -> bitTest(f, 0), locks.flags) AS flags, writes.signer_prefix AS payers
    FROM account_slots
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
        AND (account, slot) IN
        (
            SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
            FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
        )
        AND write_count > 0 AND ifNull(failed_count, 1) > 0
)
ARRAY JOIN indexes AS block_index, flags AS flag, payers AS payer
WHERE bitTest(flag, 3)
    AND payer IN arrayMap(a -> reinterpretAsUInt64(substring(base58Decode(a), 1, 8)), {attackers:Array(String)})
ORDER BY slot, block_index
