-- The revisions of a sandwich that the feed still has, oldest first; if one was written twice, the first row. No key:
-- the feed keeps two days. Its id is in a few granules of each part only.
SELECT revision, is_deleted, is_final, toString(cause), toString(confidence), toString(confidence_then), toString(victim_loss), toUnixTimestamp64Milli(detected_at)
FROM sandwich_feed
WHERE first_slot = {first_slot:UInt64} AND bracket_id = {id:String}
ORDER BY revision, arrived_at
LIMIT 1 BY revision
