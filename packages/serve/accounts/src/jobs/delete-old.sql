-- Deletes old finished jobs in batches, because results may be large. $1 retention of a finished job in ms.
DELETE FROM tickscope.jobs WHERE id IN (
  SELECT id FROM tickscope.jobs
  WHERE finished_at < clock_timestamp() - $1 * interval '1 millisecond'
  ORDER BY finished_at LIMIT 200
  FOR UPDATE SKIP LOCKED
)
