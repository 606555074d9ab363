-- Stops a job from answering the same request: a completed job whose data is too old or whose id is $6; a
-- running job, if the caller wants newer data than the job read at its start or may have reused. $1 account, $2
-- kind, $3 hash, $4 maximum age of the data in ms, $5 its default, $6 id or null.
UPDATE tickscope.jobs SET answers_twins = false
WHERE account = $1 AND kind = $2 AND request_hash = $3 AND answers_twins
  AND CASE state
    WHEN 'completed' THEN id = $6 OR coalesce(read_at, started_at) <= clock_timestamp() - $4 * interval '1 millisecond'
    WHEN 'active' THEN $4 < $5
      AND (max_age_ms > $4 OR started_at <= clock_timestamp() - $4 * interval '1 millisecond')
    ELSE false
  END
