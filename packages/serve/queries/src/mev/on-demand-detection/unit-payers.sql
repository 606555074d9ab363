-- What some fee payers paid for in the hour before a slot range: the latest sixteen swaps of each, and the latest of each
-- of its authorities, in order of position. Key of `swaps`: the index on slots, an hour of them, narrow columns.
SELECT
    base58Encode(signer), base58Encode(authority), slot, toUnixTimestamp(block_time),
    base58Encode(if(outer_program = program_id, '', toString(outer_program))),
    base58Encode(assumeNotNull(mint_in)), base58Encode(assumeNotNull(mint_out))
FROM
(
    SELECT
        signer, authority, slot, block_time, outer_program, program_id, mint_in, mint_out,
        (slot, block_index, outer_index, inner_index, part_index) AS position,
        row_number() OVER (PARTITION BY signer ORDER BY position DESC) AS nth_of_payer,
        row_number() OVER (PARTITION BY signer, authority ORDER BY position DESC) AS nth_of_authority
    FROM swaps
    WHERE slot BETWEEN {payers_from:UInt64} AND {payers_to:UInt64} AND success AND authority_signed
        AND authority != signer
        AND signer IN (SELECT toFixedString(base58Decode(arrayJoin({payers:Array(String)})), 32))
)
WHERE nth_of_payer <= 16 OR nth_of_authority = 1
ORDER BY position
