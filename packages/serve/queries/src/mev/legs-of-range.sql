-- Where the legs of stored sandwiches are in a range of slots, each transaction once. Key of `sandwich_legs`:
-- (slot, block_index), some legs a slot, some hundred slots.
SELECT DISTINCT slot, block_index
FROM sandwich_legs
WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}
