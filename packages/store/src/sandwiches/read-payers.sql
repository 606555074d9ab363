-- Fee payers of swaps that another wallet's authority signed, and when each pair was last seen.
SELECT base58Encode(signer), base58Encode(authority), max(slot), argMax(toUnixTimestamp(block_time), slot)
FROM swaps
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND success AND authority_signed AND authority != signer
GROUP BY signer, authority
