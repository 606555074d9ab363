-- Queries look up the first slot of the last days by time, but the key is the slot. With this index they read one or two
-- granules instead of some millions of rows for a month.
ALTER TABLE slots ADD INDEX IF NOT EXISTS times block_time TYPE minmax GRANULARITY 1;
ALTER TABLE slots MATERIALIZE INDEX times;
