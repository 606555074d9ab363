import type { ApiConfig } from './api-config.js';

/** The settings as they may be printed and logged: without secrets. */
export function describeApiConfig(config: ApiConfig): Record<string, unknown> {
  const { password, ...clickhouse } = config.clickhouse;
  return {
    ...config,
    clickhouse: { ...clickhouse, password: password === '' ? 'not set' : 'set' },
  };
}
