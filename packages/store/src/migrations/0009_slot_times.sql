-- Where the last days begin is asked by time, and the key is the slot: with this index it is read from one granule or two
-- instead of some millions of rows for a month.
ALTER TABLE slots ADD INDEX IF NOT EXISTS times block_time TYPE minmax GRANULARITY 1;
ALTER TABLE slots MATERIALIZE INDEX times;
