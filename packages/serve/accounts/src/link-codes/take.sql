-- Deletes a code with its use: of concurrent uses, in any process, one finds the row. By the primary key.
DELETE FROM tickscope.link_codes WHERE hash = $1
RETURNING sealed_key, expires_at > now() AS is_valid
