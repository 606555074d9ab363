import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiConfig, readApiConfig } from '@tickscope/config';
import type { ClickHouseOptions, EmbeddedClickHouse } from '@tickscope/embedded';
import { ChainRows } from '@tickscope/testkit/store/chain-rows';
import { startMigratedClickHouse } from '@tickscope/testkit/store/migrated-clickhouse';
import { takeClickHouse } from '@tickscope/testkit/store/shared-clickhouse';
import { connectTo, TEST_DATABASE, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { type RunningApi, type StartOptions, startApi } from '../server.js';
import { PATIENT, quiet } from './quiet.js';

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

/** A server with the tables of this build, and how to let go of it. */
interface Store {
  clickhouse: EmbeddedClickHouse;
  owner: TestConnection;
  release(): Promise<void>;
}

/**
 * Starts the API on the read-only user of a real ClickHouse with the tables of this build.
 *
 * @param server options with which ClickHouse must have been started; absent: any server, emptied
 */
export async function startApiUnderTest(
  overrides: Partial<ApiConfig> = {},
  options: StartOptions = {},
  server: Omit<ClickHouseOptions, 'dataDir'> | null = null,
): Promise<ApiUnderTest> {
  const { clickhouse, owner, release } = server === null ? await takeStore() : await startStore(server);
  const { reader } = clickhouse.users;
  const config: ApiConfig = {
    ...readApiConfig({
      CLICKHOUSE_URL: clickhouse.url,
      CLICKHOUSE_USER: reader.user,
      CLICKHOUSE_PASSWORD: reader.password,
      CLICKHOUSE_DATABASE: TEST_DATABASE,
      API_PORT: '0',
      METRICS_PORT: '0',
      AUTH: 'off',
      ...PATIENT,
    }),
    ...overrides,
  };
  const api = await startApi(config, { ...quiet, ...options });
  return {
    url: api.url,
    api,
    clickhouse,
    owner,
    rows: new ChainRows(owner),
    config,
    async stop() {
      await api.stop();
      await release();
    },
  };
}

async function takeStore(): Promise<Store> {
  const { server, owner, fresh, giveBack } = await takeClickHouse();
  await fresh();
  return { clickhouse: server, owner, release: async () => giveBack() };
}

async function startStore(options: Omit<ClickHouseOptions, 'dataDir'>): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-api-'));
  const clickhouse = await startMigratedClickHouse({ ...options, dataDir });
  const owner = connectTo(clickhouse);
  return {
    clickhouse,
    owner,
    async release() {
      await owner.close();
      await clickhouse.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
