import type { GeyserEndpoint } from '@tickscope/pipeline';
import { DEFAULT_RETENTION, type RetentionDays } from '@tickscope/store';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const days = z.coerce.number().int().min(1).max(3_650);
const megabytes = z.coerce.number().int().max(1_048_576);

const schema = z.object({
  GEYSER_ENDPOINT: z.url({ protocol: /^https?$/, error: 'expected http://host:port or https://host:port' }),
  GEYSER_X_TOKEN: z.string().default(''),
  GEYSER_MODE: z.enum(['blocks', 'messages']).default('blocks'),
  GEYSER_CONTENT: z.enum(['full', 'entries']).default('full'),
  GEYSER_COMMITMENT: z.enum(['processed', 'confirmed', 'finalized']).default('confirmed'),
  GEYSER_COMPRESSION: z.enum(['none', 'gzip', 'zstd']).default('none'),
  GEYSER_STALL_SECONDS: z.coerce.number().min(1).max(3_600).default(30),
  GEYSER_FALLBACK_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'expected http://host:port or https://host:port' })
    .optional(),
  GEYSER_FALLBACK_X_TOKEN: z.string().default(''),
  RPC_URL: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }).optional(),
  RPC_MAX_PER_SECOND: z.coerce.number().min(0.1).max(1_000).default(5),
  // The operator's own labels of addresses: JSON or CSV.
  LABELS_FILE: z.string().optional(),
  RPC_MAX_PER_DAY: z.coerce.number().int().min(1).max(1_000_000_000).default(100_000),
  // Of a day's calls, what one account of the API may cause.
  RPC_ACCOUNT_SHARE_PERCENT: z.coerce.number().int().min(1).max(100).default(25),
  // Postgres, where the API's callers leave their backfills; without it there are none.
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'expected postgres://user:password@host:port/database' })
    .optional(),
  JOBS_AT_ONCE_IN_ALL: z.coerce.number().int().min(1).max(10_000).default(4),
  CLICKHOUSE_URL: z.url({ error: 'expected http://host:port' }),
  CLICKHOUSE_USER: z.string().default('default'),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .default('tickscope'),
  INGESTER_HOST: z.string().default('127.0.0.1'),
  INGESTER_PORT: port.default(8788),
  INGESTER_QUEUE_MB: megabytes.min(1).default(32),
  // Where blocks wait when ClickHouse is slow or away and memory is full; unset: reading stops then.
  SPILL_DIR: z.string().optional(),
  SPILL_MAX_BYTES: z.coerce.number().int().min(1_048_576).default(4_294_967_296),
  RETENTION_LOCKS_DAYS: days.default(DEFAULT_RETENTION.locks),
  RETENTION_TRANSACTIONS_DAYS: days.default(DEFAULT_RETENTION.transactions),
  RETENTION_SWAPS_DAYS: days.default(DEFAULT_RETENTION.swaps),
  DISK_BUDGET_BYTES: z.coerce.number().int().min(1_000_000_000).optional(),
  INGESTER_MAX_MEMORY_MB: megabytes.min(16).default(2_048),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

export type IngesterConfig = z.infer<typeof schema>;

const SECRETS = new Set([
  'GEYSER_X_TOKEN',
  'GEYSER_FALLBACK_X_TOKEN',
  'CLICKHOUSE_PASSWORD',
  // Providers put keys into it.
  'RPC_URL',
  'DATABASE_URL',
]);

/** Reads the environment. Throws with a line for each variable that is wrong. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): IngesterConfig {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(`the environment is not right (.env.example explains each variable):\n${lines.join('\n')}`);
}

/** For the log: every setting, secrets only as set or not. */
export function printable(config: IngesterConfig): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      SECRETS.has(name) ? (value === '' ? 'unset' : 'set') : value,
    ]),
  );
}

export function retentionOf(config: IngesterConfig): RetentionDays {
  return {
    locks: config.RETENTION_LOCKS_DAYS,
    transactions: config.RETENTION_TRANSACTIONS_DAYS,
    swaps: config.RETENTION_SWAPS_DAYS,
  };
}

/** The stream's own server first, then the one to fall back on. */
export function geyserEndpoints(config: IngesterConfig): [GeyserEndpoint, ...GeyserEndpoint[]] {
  const endpoint = (url: string, token: string): GeyserEndpoint => ({
    url,
    xToken: token === '' ? null : token,
    compression: config.GEYSER_COMPRESSION,
  });
  const main = endpoint(config.GEYSER_ENDPOINT, config.GEYSER_X_TOKEN);
  if (config.GEYSER_FALLBACK_ENDPOINT === undefined) return [main];
  return [main, endpoint(config.GEYSER_FALLBACK_ENDPOINT, config.GEYSER_FALLBACK_X_TOKEN)];
}
