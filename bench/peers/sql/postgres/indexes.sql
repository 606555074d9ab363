-- What each question needs, and what lets it read nothing but the index.
CREATE UNIQUE INDEX ON locks (account, slot, block_index) INCLUDE (is_write);
CREATE INDEX ON locks USING brin (slot) WITH (pages_per_range = 32);
CREATE UNIQUE INDEX ON transactions (slot, block_index);
CREATE INDEX ON transactions USING hash (signature);
CREATE INDEX ON swaps (pool, slot, block_index);
CREATE INDEX ON swaps (trader, slot, block_index);
CREATE INDEX ON swaps (slot, block_index) INCLUDE (pool);
CREATE INDEX ON legs (slot, block_index);
CREATE INDEX ON legs (trader, slot) WHERE role = 'victim';
CREATE INDEX ON legs (sandwich);
