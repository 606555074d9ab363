import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateAccounts } from '@tickscope/accounts';
import { API_MEMORY } from '@tickscope/cli/memory-settings';
import { postgresUrl, startPostgres } from '@tickscope/embedded';
import { THIS_CHECKOUT } from '../support/checkout-api.js';
import { type BenchStore, clickHouseEnv, endsWithThisProcess, startApp, stopApp } from '../support/stack.js';
import { benchCaller } from './caller.js';

/** Of the API and of its metrics; another build's follow. */
const FIRST_PORT = 18_789;
const FROM_SOURCE = ['--import', 'tsx', '--conditions=tickscope:source'];
/** As the client library asks: the answer is held until the state changes. */
const WAIT_SECONDS = 25;
const JOB_LIMIT_MS = 300_000;

export interface ApiUnderLoad {
  /** @param path under `/api` */
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  /** Submits a job, and waits until it is completed. */
  job(path: string, body: object): Promise<EndedJob>;
  /** Where its metrics are. */
  metrics: string;
  close(): Promise<void>;
}

export interface EndedJob {
  data: unknown;
  /** From its start in the worker to its end there. */
  runMs: number;
}

/**
 * The API and its jobs as a process, on a Postgres of its own.
 *
 * @param how.checkout another checkout, whose sources answer from the same store
 */
export async function startApiUnderLoad(
  store: BenchStore,
  how: { fromSource: boolean; nodeOptions: readonly string[]; checkout?: string },
): Promise<ApiUnderLoad> {
  const { fromSource, nodeOptions, checkout } = how;
  const [apiPort, metricsPort] = [0, 1].map((at) => FIRST_PORT + at + (checkout === undefined ? 0 : 2));
  // Nothing of it is worth keeping, and its tables may be of another build.
  const postgresDir = await mkdtemp(join(tmpdir(), 'tickscope-bench-mev-'));
  const postgres = await startPostgres({ dataDir: postgresDir });
  const ownerUrl = postgresUrl(postgres.url, postgres.users.owner);
  if (checkout === undefined) await migrateAccounts(ownerUrl, { appRole: 'app' });
  else migrateAsOf(checkout, ownerUrl);
  const databaseUrl = postgresUrl(postgres.url, postgres.users.app);
  const caller = await benchCaller(databaseUrl, postgresDir);
  const environment = {
    ...clickHouseEnv(store.server, 'reader'),
    DATABASE_URL: databaseUrl,
    API_PORT: String(apiPort),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'error',
    ...caller.environment,
  };
  const origin = `http://127.0.0.1:${apiPort}`;
  const readyUrl = `${origin}/readyz`;
  const api =
    fromSource || checkout !== undefined
      ? await startFromSource(checkout ?? THIS_CHECKOUT, environment, readyUrl, nodeOptions)
      : await startApp('api', { ...environment, ...API_MEMORY }, readyUrl);

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...caller.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status !== 200)
      throw new Error(`HTTP ${response.status}: ${(await response.text()).slice(0, 500)}`);
    return response.json();
  }

  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', `mev/${path}`, body),
    async job(path, body) {
      const { jobId } = (await ask('POST', `mev/${path}`, body)) as { jobId: string };
      const deadline = performance.now() + JOB_LIMIT_MS;
      while (performance.now() < deadline) {
        const status = (await ask('GET', `mev/job-status/${jobId}?wait=${WAIT_SECONDS}`)) as JobStatus;
        if (status.state === 'failed') throw new Error(`job failed: ${status.error}`);
        if (status.state === 'completed')
          return {
            data: status.data,
            runMs: Date.parse(status.finishedAt) - Date.parse(status.startedAt),
          };
      }
      throw new Error(`a job of ${path} takes more than ${JOB_LIMIT_MS} ms`);
    },
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    async close() {
      await stopApp(api);
      await postgres.stop();
      await rm(postgresDir, { recursive: true, force: true });
    },
  };
}

interface JobStatus {
  state: string;
  data?: unknown;
  error?: string;
  startedAt: string;
  finishedAt: string;
}

/** The accounts' tables as another build makes them. */
function migrateAsOf(checkout: string, ownerUrl: string): void {
  const script = `import { migrateAccounts } from '@tickscope/accounts'; await migrateAccounts(${JSON.stringify(ownerUrl)}, { appRole: 'app' });`;
  execFileSync(process.execPath, [...FROM_SOURCE, '--input-type=module', '--eval', script], {
    cwd: resolve(checkout, 'apps/api'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** As `startApp`, of the sources: for trying out a change without a build. */
async function startFromSource(
  checkout: string,
  environment: Record<string, string>,
  readyUrl: string,
  nodeOptions: readonly string[],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeOptions, ...FROM_SOURCE, 'src/main.ts'], {
    cwd: resolve(checkout, 'apps/api'),
    env: { ...process.env, ...environment, ...API_MEMORY },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  endsWithThisProcess(child);
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(readyUrl).catch(() => null);
    if (response?.ok === true) return child;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error('the API does not become ready');
}
