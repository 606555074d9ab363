-- The rows of the feed in the order in which they arrived, on one thread. Rows of one insert have one time, and are sorted
-- like this within their part.
INSERT INTO sandwich_feed SELECT * FROM restored_feed ORDER BY arrived_at, bracket_id, revision
