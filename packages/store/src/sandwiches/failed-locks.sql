-- Failed transactions of some wallets that locked some pools for writing, decoded as attempts or not: many abort before
-- any swap instruction. Key of `account_locks`: (account, slot).
SELECT DISTINCT base58Encode(account), slot, block_index
FROM account_locks
WHERE account IN arrayMap(p -> toFixedString(base58Decode(p), 32), {pools:Array(String)})
    AND slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND is_write AND is_failed
    AND signer_prefix IN arrayMap(a -> reinterpretAsUInt64(substring(base58Decode(a), 1, 8)), {attackers:Array(String)})
ORDER BY slot, block_index
