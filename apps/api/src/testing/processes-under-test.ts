import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '@tickscope/accounts';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { migrate } from '@tickscope/store';
import { ACCOUNTS_TEMPLATE } from '@tickscope/testkit/store/accounts-template';
import { takePostgres } from '@tickscope/testkit/store/shared-postgres';
import { connectTo, TEST_DATABASE, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { type ApiProcess, startApiProcess } from './api-process.js';
import { type StallingRelay, startStallingRelay } from './stalling-relay.js';

/** Both databases, with APIs and workers as separate processes. */
export interface ProcessesUnderTest {
  /** A ClickHouse user with write access; to be reopened after a restart. */
  owner: TestConnection;
  /** The owner's access to Postgres, to inspect the tables. */
  accounts: Accounts;
  /** The URL for the API's user. */
  databaseUrl: string;
  /** The relay that `start` with `relayed` puts between a process and ClickHouse. */
  relay: StallingRelay;
  start(
    role: 'api' | 'worker',
    options?: { relayed?: boolean; probe?: boolean; main?: URL; env?: Record<string, string> },
  ): Promise<ApiProcess>;
  postgres: { stop(): Promise<void>; start(): Promise<void> };
  clickhouse: { kill(): Promise<void>; start(): Promise<void> };
  /** How often a job was started, and how often its worker was lost. */
  runsOf(jobId: string): Promise<{ run: number; losses: number }>;
  stop(): Promise<void>;
}

export async function startProcessesUnderTest(): Promise<ProcessesUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-processes-'));
  const postgres = await takePostgres(ACCOUNTS_TEMPLATE);
  let clickhouse: EmbeddedClickHouse = await startClickHouse({ dataDir });
  const owner = connectTo(clickhouse);
  await migrate(owner);
  const databaseUrl = postgres.appUrl;
  const accounts = openAccounts(postgres.ownerUrl);
  const relay = await startStallingRelay(clickhouse.url);
  const processes: ApiProcess[] = [];

  return {
    owner,
    accounts,
    databaseUrl,
    relay,
    async start(role, { relayed = false, probe = false, main, env = {} } = {}) {
      const { user, password } = clickhouse.users.reader;
      const environment = {
        CLICKHOUSE_URL: relayed ? relay.url : clickhouse.url,
        CLICKHOUSE_USER: user,
        CLICKHOUSE_PASSWORD: password,
        CLICKHOUSE_DATABASE: TEST_DATABASE,
        DATABASE_URL: databaseUrl,
        API_ROLE: role,
        ...env,
      };
      const started = await startApiProcess(environment, { probe, ...(main !== undefined && { main }) });
      processes.push(started);
      return started;
    },
    postgres,
    clickhouse: {
      async kill() {
        process.kill(clickhouse.pid, 'SIGKILL');
        await clickhouse.exited;
        relay.cut();
      },
      async start() {
        const { httpPort, tcpPort } = clickhouse;
        clickhouse = await startClickHouse({ dataDir, httpPort, tcpPort });
      },
    },
    async runsOf(jobId) {
      const [row] = await accounts.query<{ run: number; losses: number }>(
        'SELECT run, losses FROM tickscope.jobs WHERE id = $1',
        [jobId],
      );
      if (row === undefined) throw new Error(`there is no job ${jobId}`);
      return row;
    },
    async stop() {
      await Promise.all(processes.map((it) => it.stop()));
      await Promise.all([owner.close(), accounts.close(), relay.close()]);
      postgres.giveBack();
      await clickhouse.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
