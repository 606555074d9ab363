-- The sandwiches that some transactions are part of, suspected ones included. Key of `sandwich_legs`: (slot, block_index).
SELECT slot, block_index, bracket_id, first_slot
FROM sandwich_legs FINAL
PREWHERE (slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}
WHERE role IN ('front', 'victim', 'back')
