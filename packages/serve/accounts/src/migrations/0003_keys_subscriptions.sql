-- What gives an account access. At most one row each; never deleted, so that a trial is given once.
CREATE TABLE tickscope.subscriptions (
  account                text PRIMARY KEY REFERENCES tickscope.accounts (id) ON DELETE CASCADE,
  -- What it was last set to. What it is now follows from the dates: subscriptions/status.ts.
  status                 text NOT NULL CHECK (status IN ('trial', 'active', 'grace_period', 'expired')),
  -- A name in the file of plans, which this database does not know.
  plan                   text NOT NULL CHECK (plan ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- Not 'infinity', which is no time that a program could show: no end is null.
  trial_ends_at          timestamptz CHECK (isfinite(trial_ends_at)),
  current_period_ends_at timestamptz CHECK (isfinite(current_period_ends_at)),
  grace_ends_at          timestamptz CHECK (isfinite(grace_ends_at)),
  updated_at             timestamptz NOT NULL
);

-- API keys. A key itself is stored nowhere: its hash finds it, its first characters show it.
CREATE TABLE tickscope.keys (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account      text NOT NULL REFERENCES tickscope.accounts (id) ON DELETE CASCADE,
  name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  kind         text NOT NULL CHECK (kind IN ('live', 'test')),
  prefix       text NOT NULL CHECK (length(prefix) = 12),
  -- SHA-256 of the whole key.
  hash         bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  created_at   timestamptz NOT NULL,
  -- To the minute. In no index, so that writing it touches none.
  last_used_at timestamptz,
  expires_at   timestamptz CHECK (isfinite(expires_at)),
  revoked_at   timestamptz
);

CREATE INDEX keys_of_account ON tickscope.keys (account, created_at);
