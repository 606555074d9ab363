-- Lowers the maximum age of reused data of a waiting job to that of its strictest caller. $1 id, $2 ms.
UPDATE tickscope.jobs SET max_age_ms = $2 WHERE id = $1 AND state = 'queued' AND max_age_ms > $2
