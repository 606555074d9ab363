/** Keys that no log line may hold, wherever they come up to three levels deep. */
const SECRET_KEYS = [
  'password',
  'authorization',
  'Authorization',
  'cookie',
  'apiKey',
  'api_key',
  'token',
  'secret',
  'CLICKHOUSE_PASSWORD',
];

/** Paths for pino's redaction. */
export const REDACTED_PATHS = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`]);

export const REDACTED = '[redacted]';
