-- The webhooks that are told of sandwiches.
SELECT id, filters FROM tickscope.webhooks WHERE 'sandwich' = ANY (events) AND disabled_at IS NULL
