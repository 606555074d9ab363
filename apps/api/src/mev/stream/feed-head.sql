-- Where the feed ends, which table it is, and the database's time. Two narrow columns of the days that are kept: asked
-- once when listening begins.
SELECT
    (SELECT substring(toString(uuid), 1, 8) FROM system.tables WHERE database = currentDatabase() AND name = 'sandwich_feed'),
    tupleElement(max((_block_number, _block_offset)) AS newest, 1),
    tupleElement(newest, 2),
    toUnixTimestamp64Milli(now64(3))
FROM sandwich_feed
