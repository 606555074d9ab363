-- A completed job that is no longer fresh stops answering. $1 account, $2 kind, $3 hash, $4 fresh for how many ms.
UPDATE tickscope.jobs SET answers_twins = false
WHERE account = $1 AND kind = $2 AND request_hash = $3 AND answers_twins
  AND finished_at < clock_timestamp() - $4 * interval '1 millisecond'
