-- While no webhook gets messages about sandwiches, the feed is not followed: the next one begins at its end.
UPDATE tickscope.webhook_feed
SET position = NULL
WHERE position IS NOT NULL
  AND NOT EXISTS (SELECT FROM tickscope.webhooks WHERE 'sandwich' = ANY (events) AND disabled_at IS NULL)
