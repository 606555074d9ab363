-- The job to start next. Among the accounts with a startable job it chooses the one with the fewest running
-- jobs, then the one whose latest start is longest ago; of that account's jobs the oldest. Visitors (`visitor/ADDRESS`)
-- together are one account, and take turns within it: addresses cost nothing. $1 kinds. Keys: jobs_admitted (at most each
-- account's limit of running jobs), jobs_active (running jobs), jobs_served (one probe per account) and
-- jobs_served_visitors (one probe).
WITH visitors AS (
  SELECT max(started_at) AS latest_start
  FROM tickscope.jobs
  WHERE account LIKE 'visitor/%' AND started_at IS NOT NULL
)
SELECT job.id
FROM (
  SELECT DISTINCT ON (account) id, account, created_at, account LIKE 'visitor/%' AS is_visitor
  FROM tickscope.jobs
  WHERE state = 'queued' AND is_admitted AND kind = ANY ($1::text[])
  ORDER BY account, created_at, id
) AS job
CROSS JOIN LATERAL (
  SELECT count(*) AS jobs
  FROM tickscope.jobs
  WHERE state = 'active' AND CASE WHEN job.is_visitor THEN account LIKE 'visitor/%' ELSE account = job.account END
) AS running
CROSS JOIN LATERAL (
  SELECT max(started_at) AS latest_start FROM tickscope.jobs WHERE account = job.account AND started_at IS NOT NULL
) AS served
CROSS JOIN visitors
ORDER BY
  running.jobs,
  CASE WHEN job.is_visitor THEN visitors.latest_start ELSE served.latest_start END NULLS FIRST,
  served.latest_start NULLS FIRST,
  job.created_at,
  job.id
LIMIT 1
