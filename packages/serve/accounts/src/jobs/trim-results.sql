-- Deletes an account's oldest results until the rest fits its share; the newest is always kept. $1 account, $2
-- bytes. By the index jobs_results, the account's results of the last day.
DELETE FROM tickscope.jobs WHERE id IN (
  SELECT id FROM (
    SELECT id, sum(data_bytes) OVER newest_first AS bytes, row_number() OVER newest_first AS number
    FROM tickscope.jobs
    WHERE account = $1 AND state = 'completed'
    WINDOW newest_first AS (ORDER BY finished_at DESC, id)
  ) AS result
  WHERE bytes > $2 AND number > 1
)
