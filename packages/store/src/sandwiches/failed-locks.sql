-- Failed transactions of some wallets that write-locked some pools, each pool in its slot range. Includes transactions
-- that were not decoded as attempts: many abort before any swap instruction. Key of `account_locks`: (account, slot).
SELECT DISTINCT base58Encode(account), slot, block_index
FROM account_locks
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (account, slot) IN
    (
        SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
        FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
    )
    AND is_write AND is_failed
    AND signer_prefix IN arrayMap(a -> reinterpretAsUInt64(substring(base58Decode(a), 1, 8)), {attackers:Array(String)})
ORDER BY slot, block_index
