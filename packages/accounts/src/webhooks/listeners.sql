-- The webhooks that get messages about sandwiches.
SELECT id, filters FROM tickscope.webhooks WHERE 'sandwich' = ANY (events) AND disabled_at IS NULL
