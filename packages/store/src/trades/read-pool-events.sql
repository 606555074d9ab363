-- Pools made, liquidity moved and fees taken in a slot range, in block order.
SELECT
    slot, block_index, outer_index, inner_index, part_index, base58Encode(pool), base58Encode(program_id), dex_name,
    toString(pool_kind), toString(kind), arrayMap(a -> (base58Encode(a.mint), toString(a.amount)), amounts),
    base58Encode(actor), base58Encode(signer), arrayMap(s -> base58Encode(s), other_signers)
FROM pool_events FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (empty({pools:Array(String)}) OR pool IN arrayMap(p -> toFixedString(base58Decode(p), 32), {pools:Array(String)}))
ORDER BY slot, block_index, outer_index, inner_index, part_index
