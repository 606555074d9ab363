-- Deletes up to $1 expired windows, oldest first, by rate_windows_end. $2 now or null. Skips windows that are
-- being counted in at the moment.
WITH ended AS (
  SELECT name, subject, seconds FROM tickscope.rate_windows
  WHERE ends_at <= coalesce($2::timestamptz, clock_timestamp())
  ORDER BY ends_at
  LIMIT $1
  FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM tickscope.rate_windows AS w USING ended
  WHERE w.name = ended.name AND w.subject = ended.subject AND w.seconds = ended.seconds
  RETURNING 1
)
SELECT count(*)::integer AS windows FROM deleted
