-- The job to start next. Among the accounts with a startable job it chooses the one with the fewest running
-- jobs, then the one whose latest start is longest ago; of that account's jobs the oldest. $1 kinds. Keys:
-- jobs_admitted (at most each account's limit of running jobs), jobs_active (running jobs), jobs_served (one
-- probe per account).
SELECT job.id, job.kind
FROM (
  SELECT DISTINCT ON (account) id, account, kind, created_at
  FROM tickscope.jobs
  WHERE state = 'queued' AND is_admitted AND kind = ANY ($1::text[])
  ORDER BY account, created_at, id
) AS job
CROSS JOIN LATERAL (
  SELECT count(*) AS jobs FROM tickscope.jobs WHERE state = 'active' AND account = job.account
) AS running
CROSS JOIN LATERAL (
  SELECT max(started_at) AS latest_start FROM tickscope.jobs WHERE account = job.account AND started_at IS NOT NULL
) AS served
ORDER BY running.jobs, served.latest_start NULLS FIRST, job.created_at, job.id
LIMIT 1
