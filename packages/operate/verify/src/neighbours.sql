-- The last block before a range and the first one after it. Key of `slots`, read from both ends.
SELECT slot, parent_slot, hex(blockhash), if(parent_blockhash IS NULL, NULL, hex(assumeNotNull(parent_blockhash)))
FROM (SELECT * FROM slots WHERE slot < {from_slot:UInt64} ORDER BY slot DESC, version DESC LIMIT 1)
UNION ALL
SELECT slot, parent_slot, hex(blockhash), if(parent_blockhash IS NULL, NULL, hex(assumeNotNull(parent_blockhash)))
FROM (SELECT * FROM slots WHERE slot > {to_slot:UInt64} ORDER BY slot, version DESC LIMIT 1)
