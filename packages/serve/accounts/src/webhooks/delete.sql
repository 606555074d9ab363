DELETE FROM tickscope.webhooks WHERE id = $1 AND account = $2 RETURNING id
