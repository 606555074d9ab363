import { type ApiConfig, readApiConfig } from '@tickscope/config';
import { type RunningApi, type StartOptions, startApi } from '../server.js';
import { quiet } from './quiet.js';

/** Well-formed names that belong to no transaction and no account. */
export const SIGNATURE =
  '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';
export const ACCOUNT = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';

/** Starts the API on a free port, with an unreachable ClickHouse: port 1 of loopback refuses connections. */
export async function startApiWithoutDatabase(
  options: StartOptions = {},
  overrides: Partial<ApiConfig> = {},
): Promise<RunningApi> {
  const config = readApiConfig({
    ...{ CLICKHOUSE_URL: 'http://127.0.0.1:1', API_PORT: '0', METRICS_PORT: '0', AUTH: 'off' },
  });
  return startApi({ ...config, ...overrides }, { ...quiet, ...options });
}
