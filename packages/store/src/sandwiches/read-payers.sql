-- Fee payers of swaps that another wallet's authority signed, and the last such swap of each pair, in order of position.
WITH (slot, block_index, outer_index, inner_index, part_index) AS position
SELECT
    base58Encode(signer), base58Encode(authority), max(slot), argMax(toUnixTimestamp(block_time), slot),
    base58Encode(argMax(if(outer_program = program_id, '', toString(outer_program)), position)),
    base58Encode(argMax(assumeNotNull(mint_in), position)), base58Encode(argMax(assumeNotNull(mint_out), position))
FROM swaps
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND success AND authority_signed AND authority != signer
GROUP BY signer, authority
ORDER BY max(position)
