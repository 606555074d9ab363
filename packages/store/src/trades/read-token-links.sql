-- Transfers and changes of owner in a slot range, of all mints or of some, in block order.
SELECT
    slot, block_index, outer_index, inner_index, part_index, toString(kind), base58Encode(mint),
    base58Encode(from_account), if(from_owner IS NULL, NULL, base58Encode(assumeNotNull(from_owner))),
    base58Encode(to_account), if(to_owner IS NULL, NULL, base58Encode(assumeNotNull(to_owner))), amount,
    base58Encode(authority), authority_signed
FROM token_links FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
    AND (empty({mints:Array(String)}) OR mint IN (SELECT toFixedString(base58Decode(arrayJoin({mints:Array(String)})), 32)))
ORDER BY slot, block_index, outer_index, inner_index, part_index
