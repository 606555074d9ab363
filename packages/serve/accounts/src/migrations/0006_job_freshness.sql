-- What decides whether a result is reused, whose turn it is to start, and how much an account's results take.
ALTER TABLE tickscope.jobs
  -- What the result was computed from, in the words of the program that computed it; null: nothing is known of it.
  ADD COLUMN basis text,
  -- How old the data of a completed job is: it was read at this time, or later.
  ADD COLUMN read_at timestamptz,
  -- How old the data may be that the job itself reuses.
  ADD COLUMN max_age_ms integer NOT NULL DEFAULT 300000,
  ADD COLUMN data_bytes integer GENERATED ALWAYS AS (octet_length(data)) STORED;

CREATE INDEX jobs_served ON tickscope.jobs (account, started_at) WHERE started_at IS NOT NULL;
CREATE INDEX jobs_results ON tickscope.jobs (account, finished_at) WHERE state = 'completed';
