-- Where an account wants messages about events.
CREATE TABLE tickscope.webhooks (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account         text NOT NULL REFERENCES tickscope.accounts (id) ON DELETE CASCADE,
  url             text NOT NULL CHECK (length(url) <= 2000),
  events          text[] NOT NULL CHECK (events <@ ARRAY['job.completed', 'sandwich'] AND cardinality(events) > 0),
  -- Of sandwiches, as the live feed takes them.
  filters         jsonb NOT NULL,
  -- `whsec_` and 32 bytes in base64. It signs, so it cannot be kept as a hash.
  secret          text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Nothing is sent any more, and why.
  disabled_at     timestamptz,
  disabled_reason text,
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);

CREATE INDEX webhooks_of_account ON tickscope.webhooks (account, created_at);

-- A message to one webhook. Ended ones are kept for a while, to be shown.
CREATE TABLE tickscope.webhook_deliveries (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook     uuid NOT NULL REFERENCES tickscope.webhooks (id) ON DELETE CASCADE,
  event       text NOT NULL,
  body        text NOT NULL,
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts    integer NOT NULL DEFAULT 0,
  -- When it is tried next; while it is being tried, when its sender counts as dead.
  due_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What came of the last attempt: a status, or why there is none.
  last_result text,
  ended_at    timestamptz,
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);

CREATE INDEX webhook_deliveries_due ON tickscope.webhook_deliveries (webhook, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_shown ON tickscope.webhook_deliveries (webhook, created_at DESC);

-- How far the live feed has been turned into deliveries, and by which process: one row.
CREATE TABLE tickscope.webhook_feed (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- As Last-Event-ID of the feed; null: from the newest event on.
  position      text,
  owner         uuid,
  lease_ends_at timestamptz NOT NULL
);

-- However a job ends: by its worker, by a deadline, or because its worker died.
CREATE FUNCTION tickscope.queue_ended_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tickscope.webhook_deliveries (webhook, event, body)
  SELECT w.id, 'job.completed', json_build_object(
    'type', 'job.completed',
    'timestamp', to_char(NEW.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', json_build_object('jobId', NEW.id, 'kind', NEW.kind, 'state', NEW.state))::text
  FROM tickscope.webhooks AS w
  WHERE w.account = NEW.account AND 'job.completed' = ANY (w.events) AND w.disabled_at IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER queue_ended_job
AFTER UPDATE ON tickscope.jobs
FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL AND OLD.finished_at IS NULL)
EXECUTE FUNCTION tickscope.queue_ended_job();
