-- Pool creations, liquidity changes and fee withdrawals of a slot range, in block order. Filters pools like read-swaps.
SELECT
    slot, block_index, outer_index, inner_index, part_index, base58Encode(pool), base58Encode(program_id), dex_name,
    toString(pool_kind), toString(kind), arrayMap(a -> (base58Encode(a.mint), toString(a.amount)), amounts),
    base58Encode(actor), base58Encode(signer), arrayMap(s -> base58Encode(s), other_signers)
FROM pool_events FINAL
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND
    (
        empty({ranges:Array(Tuple(String, UInt64, UInt64))})
        OR (pool, slot) IN
        (
            SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
            FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
        )
    )
ORDER BY slot, block_index, outer_index, inner_index, part_index
