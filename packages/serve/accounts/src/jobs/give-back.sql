-- Returns a job to the waiting state. $1 id, $2 run, $3 whether its worker was lost: then only if its lease has
-- ended.
UPDATE tickscope.jobs
SET state = 'queued', lease_ends_at = NULL, started_at = NULL, progress = 0,
  losses = losses + CASE WHEN $3 THEN 1 ELSE 0 END
WHERE id = $1 AND run = $2 AND state = 'active' AND (NOT $3 OR lease_ends_at < clock_timestamp())
RETURNING id
