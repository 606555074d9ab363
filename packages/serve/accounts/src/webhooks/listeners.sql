-- The webhooks that get messages about sandwiches: none of accounts that have expired.
SELECT id, filters
FROM tickscope.webhooks
WHERE 'sandwich' = ANY (events) AND disabled_at IS NULL AND NOT tickscope.has_expired(account)
