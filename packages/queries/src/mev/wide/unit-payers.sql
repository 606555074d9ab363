-- The wallets that some fee payers paid for in the hour before a slot range. Key of `swaps`: the index on
-- slots, an hour of them, narrow columns.
WITH (slot, block_index, outer_index, inner_index, part_index) AS position
SELECT
    base58Encode(signer), base58Encode(authority), max(slot), argMax(toUnixTimestamp(block_time), slot),
    base58Encode(argMax(if(outer_program = program_id, '', toString(outer_program)), position)),
    base58Encode(argMax(assumeNotNull(mint_in), position)), base58Encode(argMax(assumeNotNull(mint_out), position))
FROM swaps
WHERE slot BETWEEN {payers_from:UInt64} AND {payers_to:UInt64} AND success AND authority_signed AND authority != signer
    AND signer IN (SELECT toFixedString(base58Decode(arrayJoin({payers:Array(String)})), 32))
GROUP BY signer, authority
ORDER BY max(position)
