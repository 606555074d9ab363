-- The stored blocks of a range: content, parent, and whether all token links are stored. Key of `slots`: slot.
SELECT
    slot, parent_slot, lower(hex(blockhash)), lower(hex(parent_blockhash)), toString(content),
    version >= {links_known:UInt8}
FROM slots FINAL
WHERE slot BETWEEN {from_slot:UInt64} AND {to_slot:UInt64}
ORDER BY slot
