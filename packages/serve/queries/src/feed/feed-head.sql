-- The end of the feed, the identity of its table, and the database's time. Reads two narrow columns of the
-- retained days, once when a run of the feed begins.
SELECT
    (SELECT substring(toString(uuid), 1, 8) FROM system.tables WHERE database = currentDatabase() AND name = 'sandwich_feed'),
    tupleElement(max((_block_number, _block_offset)) AS newest, 1),
    tupleElement(newest, 2),
    toUnixTimestamp64Milli(now64(3))
FROM sandwich_feed
