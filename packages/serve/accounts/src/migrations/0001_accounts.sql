-- One row per account that was ever seen: the subject of a JWT, or an id of ours.
CREATE TABLE tickscope.accounts (
  id         text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 255),
  created_at timestamptz NOT NULL DEFAULT now()
);
