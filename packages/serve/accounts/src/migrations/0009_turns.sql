-- What decides which message of a webhook is sent next: turns, slow receivers, failing receivers.
ALTER TABLE tickscope.webhooks
  -- When a message to it was last begun; null: never.
  ADD COLUMN served_at timestamptz,
  -- Its receiver took long to answer the last time.
  ADD COLUMN is_slow boolean NOT NULL DEFAULT false,
  -- Attempts that failed since the last one that did not, and the time of the first of them.
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN failing_since timestamptz,
  -- No new message is begun before; null: they are sent as they come.
  ADD COLUMN paused_until timestamptz,
  ADD CHECK ((failures = 0) = (failing_since IS NULL)),
  ADD CHECK (paused_until IS NULL OR failures > 0);

-- Those that are tried again, behind any number of new ones.
CREATE INDEX webhook_deliveries_again ON tickscope.webhook_deliveries (webhook, due_at) WHERE state = 'waiting' AND attempts > 0;

-- When a job of any visitor was last started: next.sql.
CREATE INDEX jobs_served_visitors ON tickscope.jobs (started_at) WHERE account LIKE 'visitor/%' AND started_at IS NOT NULL;
