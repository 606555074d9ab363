-- Codes of links to the explorer: each brings a key to a browser once. Neither the code nor the key can be read from a row:
-- the key is sealed with the code, of which only a hash is here.
CREATE TABLE tickscope.link_codes (
  -- SHA-256 of the code.
  hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  sealed_key bytea NOT NULL CHECK (octet_length(sealed_key) < 10000),
  expires_at timestamptz NOT NULL
);

CREATE INDEX link_codes_by_end ON tickscope.link_codes (expires_at);
