-- Jobs: this table is the truth about each; the queue only holds the ids of those that may be started now.
CREATE TABLE tickscope.jobs (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account       text NOT NULL REFERENCES tickscope.accounts (id) ON DELETE CASCADE,
  kind          text NOT NULL,
  -- What its limits are counted by: "shared", or the kind where that has limits of its own.
  lane          text NOT NULL,
  -- Canonical JSON, and its SHA-256.
  request       text NOT NULL,
  request_hash  bytea NOT NULL,
  -- Whether the same request is answered with this job. Cleared once it has failed or is no longer fresh.
  answers_twins boolean NOT NULL DEFAULT true,
  state         text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'active', 'completed', 'failed')),
  -- In the queue. A job above its account's limit waits here first.
  is_admitted   boolean NOT NULL DEFAULT false,
  -- Counts its starts. A worker may write only under the number it was started with.
  run           integer NOT NULL DEFAULT 0,
  -- Of those starts, how many ended with a worker that was not heard of again.
  losses        integer NOT NULL DEFAULT 0,
  lease_ends_at timestamptz,
  progress      smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at    timestamptz,
  finished_at   timestamptz,
  -- Text, not jsonb: given back as it is, and jsonb refuses the character U+0000.
  data          text,
  error_code    text,
  error_message text,
  CHECK ((state IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
  CHECK ((state = 'active') = (lease_ends_at IS NOT NULL)),
  CHECK ((state = 'completed') = (data IS NOT NULL)),
  CHECK ((state = 'failed') = (error_code IS NOT NULL))
);

CREATE UNIQUE INDEX jobs_twin ON tickscope.jobs (account, kind, request_hash) WHERE answers_twins;
CREATE INDEX jobs_open ON tickscope.jobs (account, lane) WHERE finished_at IS NULL;
CREATE INDEX jobs_admitted ON tickscope.jobs (created_at) WHERE state = 'queued' AND is_admitted;
CREATE INDEX jobs_waiting ON tickscope.jobs (created_at) WHERE state = 'queued' AND NOT is_admitted;
-- Not on lease_ends_at: renewing a lease then touches no index.
CREATE INDEX jobs_active ON tickscope.jobs (id) WHERE state = 'active';
CREATE INDEX jobs_finished ON tickscope.jobs (finished_at) WHERE finished_at IS NOT NULL;
