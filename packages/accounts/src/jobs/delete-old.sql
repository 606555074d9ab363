-- $1 for how many ms a finished job is kept. A part at a time: results may be large.
DELETE FROM tickscope.jobs WHERE id IN (
  SELECT id FROM tickscope.jobs
  WHERE finished_at < clock_timestamp() - $1 * interval '1 millisecond'
  ORDER BY finished_at LIMIT 200
  FOR UPDATE SKIP LOCKED
)
