-- Records when a key was last used, unless that was done less than a minute ago. $1 id, $2 now. Of concurrent
-- requests one writes: the others skip the row it holds, and never wait.
UPDATE tickscope.keys SET last_used_at = $2::timestamptz
WHERE id = (
  SELECT id FROM tickscope.keys
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')
  FOR NO KEY UPDATE SKIP LOCKED
)
