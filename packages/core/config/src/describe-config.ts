import type { ApiConfig } from './api-config.js';

/** The settings as they may be printed and logged: without secrets. */
export function describeApiConfig(config: ApiConfig): Record<string, unknown> {
  const { password, ...clickhouse } = config.clickhouse;
  return {
    ...config,
    databaseUrl: config.databaseUrl === null ? 'not set' : withoutCredentials(config.databaseUrl),
    // Providers put keys into its path, its query, or its name.
    rpc: config.rpc === null ? null : { ...config.rpc, url: 'set' },
    clickhouse: { ...clickhouse, password: password === '' ? 'not set' : 'set' },
    tracing: { ...config.tracing, headers: Object.keys(config.tracing.headers) },
  };
}

/** Where it is, and nothing else: a Postgres URL may carry secrets in its query as well. */
function withoutCredentials(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}
