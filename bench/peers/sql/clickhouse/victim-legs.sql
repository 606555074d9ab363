SELECT bracket_id
FROM sandwich_legs FINAL
WHERE slot = {slot:UInt64} AND block_index = {block_index:UInt32} AND role = 'victim'
ORDER BY bracket_id
