-- A waiting job that answers several callers reuses nothing older than any of them allows. $1 id, $2 ms.
UPDATE tickscope.jobs SET max_age_ms = $2 WHERE id = $1 AND state = 'queued' AND max_age_ms > $2
