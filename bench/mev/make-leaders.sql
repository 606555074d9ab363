-- The leader schedule of the slots whose transactions are kept: who led them by their blocks.
INSERT INTO leaders (slot, identity)
SELECT slot, assumeNotNull(leader) FROM slots WHERE leader IS NOT NULL AND slot >= {transactions_from:UInt64}
