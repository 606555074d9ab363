-- Where the legs of stored sandwiches are, in every version, in some slots. It costs a third of `legs-at`, which is
-- asked only where one of them is in a transaction of the answer. Key of `sandwich_legs`: (slot, block_index), some
-- legs a slot.
SELECT slot, block_index
FROM sandwich_legs
WHERE slot IN {slots:Array(UInt64)}
