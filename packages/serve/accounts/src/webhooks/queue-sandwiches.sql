-- Deliveries of sandwiches: $1 webhooks and $2 bodies, in pairs.
INSERT INTO tickscope.webhook_deliveries (webhook, event, body)
SELECT wanted.webhook, 'sandwich', wanted.body
FROM unnest($1::uuid[], $2::text[]) AS wanted (webhook, body)
-- It may have been deleted meanwhile.
JOIN tickscope.webhooks AS w ON w.id = wanted.webhook AND w.disabled_at IS NULL
