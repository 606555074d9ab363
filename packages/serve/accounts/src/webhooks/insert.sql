-- $1 account, $2 URL, $3 events, $4 filters, $5 secret.
INSERT INTO tickscope.webhooks (account, url, events, filters, secret)
VALUES ($1, $2, $3, $4, $5)
RETURNING id, url, events, filters, created_at, disabled_at, disabled_reason
