-- Tips of a slot range, in block order: all of them or, with pools in ranges of their own, those in transactions with a swap
-- of such a pool and directly next to one. Keys: `tips` by slot, `swaps` by (pool, slot). PREWHERE as in read-swaps.sql.
SELECT
    slot, block_index, base58Encode(account), service, lamports, base58Encode(signer), fee, is_alone
FROM tips FINAL
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND
    (
        empty({ranges:Array(Tuple(String, UInt64, UInt64))})
        OR (slot, block_index) IN
        (
            SELECT slot, toUInt32(arrayJoin([toInt64(block_index) - 1, block_index, block_index + 1]))
            FROM swaps
            PREWHERE (pool, slot) IN
            (
                SELECT toFixedString(base58Decode(part.1), 32), arrayJoin(range(part.2, part.3 + 1))
                FROM (SELECT arrayJoin({ranges:Array(Tuple(String, UInt64, UInt64))}) AS part)
            )
            WHERE success
        )
    )
ORDER BY slot, block_index, base58Encode(account)
