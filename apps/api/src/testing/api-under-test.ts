import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiConfig, readApiConfig } from '@tickscope/config';
import { type ClickHouseOptions, type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { createLogger, type Logger } from '@tickscope/log';
import { migrate } from '@tickscope/store';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { type RunningApi, type StartOptions, startApi } from '../server.js';
import { ChainRows } from './chain-rows.js';

export const DATABASE = 'tickscope';

export const silentLog: Logger = createLogger({ name: 'test', level: 'silent' });

export interface ApiUnderTest {
  url: string;
  api: RunningApi;
  clickhouse: EmbeddedClickHouse;
  /** A user with write access. */
  owner: TestConnection;
  rows: ChainRows;
  config: ApiConfig;
  stop(): Promise<void>;
}

/** Starts a real ClickHouse with the tables of this build, and the API on its read-only user, both on free ports. */
export async function startApiUnderTest(
  overrides: Partial<ApiConfig> = {},
  options: StartOptions = {},
  server: Omit<ClickHouseOptions, 'dataDir'> = {},
): Promise<ApiUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-api-'));
  const clickhouse = await startClickHouse({ ...server, dataDir });
  const { owner: ownerUser, reader } = clickhouse.users;
  const owner = openTestConnection({
    url: clickhouse.url,
    ...ownerUser,
    database: DATABASE,
    application: 'test',
  });
  await migrate(owner);
  const config: ApiConfig = {
    ...readApiConfig({
      CLICKHOUSE_URL: clickhouse.url,
      CLICKHOUSE_USER: reader.user,
      CLICKHOUSE_PASSWORD: reader.password,
      CLICKHOUSE_DATABASE: DATABASE,
      API_PORT: '0',
      METRICS_PORT: '0',
      AUTH: 'off',
    }),
    ...overrides,
  };
  const api = await startApi(config, { log: silentLog, metricsKeptMs: 0, ...options });
  return {
    url: api.url,
    api,
    clickhouse,
    owner,
    rows: new ChainRows(owner),
    config,
    async stop() {
      await api.stop();
      await owner.close();
      await clickhouse.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
