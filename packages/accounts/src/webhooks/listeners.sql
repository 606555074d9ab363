-- The webhooks that are notified of sandwiches.
SELECT id, filters FROM tickscope.webhooks WHERE 'sandwich' = ANY (events) AND disabled_at IS NULL
