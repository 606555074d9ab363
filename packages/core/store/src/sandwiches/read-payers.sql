-- Swaps that another wallet's authority signed than paid the fee: the latest sixteen of each payer, and the latest of
-- each of its authorities, in order of position. Rows: the swaps of an hour whose payer did not sign for the tokens.
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
    WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64} AND success AND authority_signed
        AND authority != signer
)
WHERE nth_of_payer <= 16 OR nth_of_authority = 1
ORDER BY position
