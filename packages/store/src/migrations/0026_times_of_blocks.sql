-- When a block was stored, and when detection ran over it, to find what is new without reading all slots of the last days
-- (packages/queries, coverage/known-buckets.ts).
ALTER TABLE slots ADD INDEX IF NOT EXISTS inserted inserted_at TYPE minmax GRANULARITY 1;
ALTER TABLE slots MATERIALIZE INDEX inserted;
ALTER TABLE detected_slots ADD INDEX IF NOT EXISTS detected detected_at TYPE minmax GRANULARITY 1;
ALTER TABLE detected_slots MATERIALIZE INDEX detected;
