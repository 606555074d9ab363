-- Transfers and changes of owner in a slot range, in block order: of some mints, or, where none are named, of those bought
-- in the range or in the slots before it from which a sandwich may reach into it. Links of other mints lead from no front
-- and are most of the table. Keys: `token_links` by (mint, slot); of `swaps` the index on slots.
-- An authority that is the owner of the source, as most are, comes as an empty text.
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
