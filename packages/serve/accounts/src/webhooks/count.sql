SELECT count(*)::integer AS webhooks FROM tickscope.webhooks WHERE account = $1
