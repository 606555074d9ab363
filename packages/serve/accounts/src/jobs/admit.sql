-- Marks the account's oldest waiting jobs as startable, up to its limit. $1 account, $2 lane, $3 limit. Runs
-- under the lock of the account's row: two concurrent runs would count the same room twice.
WITH room AS (
  SELECT $3 - count(*) AS jobs FROM tickscope.jobs
  WHERE account = $1 AND lane = $2 AND finished_at IS NULL AND (state = 'active' OR is_admitted)
), next AS (
  SELECT id FROM tickscope.jobs
  WHERE account = $1 AND lane = $2 AND finished_at IS NULL AND state = 'queued' AND NOT is_admitted
  ORDER BY created_at, id
  LIMIT (SELECT greatest(jobs, 0) FROM room)
)
UPDATE tickscope.jobs SET is_admitted = true
WHERE id IN (SELECT id FROM next)
RETURNING kind
