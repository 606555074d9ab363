-- The kind whose turn it is: that of the oldest startable job. $1 kinds. By the index jobs_admitted.
SELECT kind FROM tickscope.jobs
WHERE state = 'queued' AND is_admitted AND kind = ANY ($1::text[])
ORDER BY created_at
LIMIT 1
