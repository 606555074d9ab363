-- Transfers and owner changes of a slot range, in block order. Limited to the given mints or, without any, to those
-- bought in the range or in the preceding slots from which a sandwich may reach into it. Links of other mints cannot
-- start at a frontrun, and are most of the table. Keys: `token_links` by (mint, slot); the index on slots of `swaps`.
-- An authority equal to the source's owner, the usual case, is returned as an empty text.
SELECT
    slot, block_index, outer_index, inner_index, part_index, toString(kind), base58Encode(mint),
    base58Encode(from_account), if(from_owner IS NULL, NULL, base58Encode(assumeNotNull(from_owner))),
    base58Encode(to_account), if(to_owner IS NULL, NULL, base58Encode(assumeNotNull(to_owner))), amount,
    if(authority = toFixedString('', 32), '', base58Encode(authority)), authority_signed
FROM token_links FINAL
PREWHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND mint IN
    (
        SELECT toFixedString(base58Decode(arrayJoin({mints:Array(String)})), 32)
        UNION ALL
        SELECT DISTINCT assumeNotNull(mint_out)
        FROM swaps
        PREWHERE empty({mints:Array(String)}) AND slot BETWEEN {bought_from_slot:UInt64} AND {to_slot:UInt64}
        WHERE success AND mint_out IS NOT NULL
    )
ORDER BY slot, block_index, outer_index, inner_index, part_index
