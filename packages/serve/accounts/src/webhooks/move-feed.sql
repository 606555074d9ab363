-- Moves on in the feed. $1 owner, $2 position before, $3 position now. No row: the task is another process's by now.
UPDATE tickscope.webhook_feed
SET position = $3
WHERE owner = $1 AND position IS NOT DISTINCT FROM $2 AND lease_ends_at > clock_timestamp()
RETURNING position
