-- The wallets that some fee payers paid for in the hour before a slot range. Key of `swaps`: the index on
-- slots, an hour of them, narrow columns.
SELECT base58Encode(signer), base58Encode(authority), max(slot), argMax(toUnixTimestamp(block_time), slot)
FROM swaps
WHERE slot BETWEEN {payers_from:UInt64} AND {payers_to:UInt64} AND success AND authority_signed AND authority != signer
    AND signer IN (SELECT toFixedString(base58Decode(arrayJoin({payers:Array(String)})), 32))
GROUP BY signer, authority
