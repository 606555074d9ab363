-- The first stored block after a slot. Key of `slots`: slot.
SELECT slot, parent_slot, lower(hex(blockhash)), lower(hex(parent_blockhash)), toString(content)
FROM slots FINAL
WHERE slot > {slot:UInt64} AND slot <= {slot:UInt64} + {within:UInt64}
ORDER BY slot
LIMIT 1
