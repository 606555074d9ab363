-- For whom, in the hour before a slot range, those paid who pay for swaps in a pool in that range.
-- Keys: `swaps` by the index on slots, an hour of them, narrow columns; by (pool, slot).
SELECT base58Encode(signer), base58Encode(authority), max(slot), argMax(toUnixTimestamp(block_time), slot)
FROM swaps
WHERE slot BETWEEN {payers_from:UInt64} AND {payers_to:UInt64} AND success AND authority_signed AND authority != signer
    AND signer IN
    (
        SELECT signer
        FROM swaps
        WHERE pool = toFixedString(base58Decode({pool:String}), 32) AND slot BETWEEN {from:UInt64} AND {to:UInt64}
            AND signer != trader
    )
GROUP BY signer, authority
