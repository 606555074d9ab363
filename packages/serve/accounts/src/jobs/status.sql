-- $1 id, $2 account, $3 retention of a finished job in ms.
SELECT id, kind, state, progress, created_at, started_at, finished_at, data, error_code, error_message
FROM tickscope.jobs
WHERE id = $1 AND account = $2
  AND (finished_at IS NULL OR finished_at > clock_timestamp() - $3 * interval '1 millisecond')
