-- Stores a code, and deletes those that were never used.
WITH expired AS (
  DELETE FROM tickscope.link_codes WHERE expires_at <= now()
)
INSERT INTO tickscope.link_codes (hash, sealed_key, expires_at)
VALUES ($1, $2, now() + make_interval(secs => $3))
