import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { INGESTER_MEMORY } from '@tickscope/ops/memory-settings';
import { migrate } from '@tickscope/store';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { ROOT } from './report.js';

const STOP_MS = 30_000;

export const DATABASE = 'tickscope';

export interface BenchStore {
  server: EmbeddedClickHouse;
  client: TestConnection;
  close(): Promise<void>;
}

/** An embedded ClickHouse on its own data folder; migrated, unless another build has made its tables. */
export async function benchStore(dataDir: string, { isOwn } = { isOwn: true }): Promise<BenchStore> {
  const server = await startClickHouse({ dataDir });
  const client = connectTo(server, 'owner', { application: 'bench', requestTimeoutMs: 600_000 });
  if (isOwn) await migrate(client);
  return {
    server,
    client,
    async close() {
      await client.close();
      await server.stop();
    },
  };
}

/**
 * Starts a built program (`apps/<name>/dist/main.js`) and waits until `url` answers 200.
 *
 * @param how.checkout another built checkout
 */
export async function startApp(
  name: string,
  env: Record<string, string>,
  readyUrl: string | null,
  args: readonly string[] = [],
  { checkout = ROOT, nodeOptions = [] }: { checkout?: string; nodeOptions?: readonly string[] } = {},
): Promise<ChildProcess> {
  const script = resolve(checkout, `apps/${name}/dist/main.js`);
  const child = spawn(process.execPath, [...nodeOptions, script, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    // With LOG_LEVEL=error only what went wrong is printed.
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  endsWithThisProcess(child);
  child.once('exit', (code, signal) => {
    if (code !== 0) process.stderr.write(`${name} ended with ${code ?? signal}\n`);
  });
  for (let tries = 0; readyUrl !== null && tries < 1_200; tries += 1) {
    const response = await fetch(readyUrl).catch(() => null);
    if (response?.ok === true) return child;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  if (readyUrl !== null) {
    // Left alone, it would keep the port from the next run.
    child.kill('SIGKILL');
    throw new Error(`${script} does not become ready`);
  }
  return child;
}

/** A benchmark that fails leaves nothing running. */
function endsWithThisProcess(child: ChildProcess): void {
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** The ingester of a simulator on this machine, as `tickscope up` and infra/ start it. */
export function startIngester(
  store: BenchStore,
  { simulatorPort, port }: { simulatorPort: number; port: number },
  {
    env = {},
    isAwaited = true,
    checkout = ROOT,
  }: { env?: Record<string, string>; isAwaited?: boolean; checkout?: string } = {},
): Promise<ChildProcess> {
  return startApp(
    'ingester',
    {
      ...clickHouseEnv(store.server, 'owner'),
      GEYSER_ENDPOINT: `http://127.0.0.1:${simulatorPort}`,
      GEYSER_COMMITMENT: 'processed',
      INGESTER_PORT: String(port),
      LOG_LEVEL: 'warn',
      ...{ ...INGESTER_MEMORY, ...env },
    },
    isAwaited ? `http://127.0.0.1:${port}/healthz` : null,
    [],
    { checkout },
  );
}

/** Makes the tables of a built checkout, with its own program. */
export function migrateWith(checkout: string, server: EmbeddedClickHouse): void {
  const env = { ...process.env, ...clickHouseEnv(server, 'owner') };
  execFileSync(process.execPath, [join(checkout, 'apps/cli/bin/tickscope.mjs'), 'migrate'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** SIGTERM, and SIGKILL when that takes too long. */
export async function stopApp(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}

export function clickHouseEnv(
  servers: EmbeddedClickHouse | readonly EmbeddedClickHouse[],
  user: 'owner' | 'reader',
): Record<string, string> {
  const all = [servers].flat();
  return {
    CLICKHOUSE_URL: all.map(({ url }) => url).join(','),
    CLICKHOUSE_USER: all[0]!.users[user].user,
    CLICKHOUSE_PASSWORD: all[0]!.users[user].password,
    CLICKHOUSE_DATABASE: DATABASE,
  };
}
