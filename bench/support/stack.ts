import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { INGESTER_MEMORY } from '@tickscope/cli/memory-settings';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { migrate } from '@tickscope/store';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';

export const DATABASE = 'tickscope';

export interface BenchStore {
  server: EmbeddedClickHouse;
  client: TestConnection;
  close(): Promise<void>;
}

/** An embedded ClickHouse on its own data folder; migrated, unless another build has made its tables. */
export async function benchStore(dataDir: string, { isOwn } = { isOwn: true }): Promise<BenchStore> {
  const server = await startClickHouse({ dataDir });
  const client = openTestConnection({
    url: server.url,
    ...server.users.owner,
    database: DATABASE,
    application: 'bench',
    requestTimeoutMs: 600_000,
  });
  if (isOwn) await migrate(client, { mayRewrite: true });
  return {
    server,
    client,
    async close() {
      await client.close();
      await server.stop();
    },
  };
}

/** Starts a built program (`apps/<name>/dist/main.js`) and waits until `url` answers 200. */
export async function startApp(
  name: string,
  env: Record<string, string>,
  readyUrl: string | null,
  args: readonly string[] = [],
): Promise<ChildProcess> {
  const script = fileURLToPath(new URL(`../../apps/${name}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    // With LOG_LEVEL=error only what went wrong is printed.
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  endsWithThisProcess(child);
  child.once('exit', (code, signal) => {
    if (code !== 0) process.stderr.write(`${name} ended with ${code ?? signal}\n`);
  });
  for (let tries = 0; readyUrl !== null && tries < 600; tries += 1) {
    const response = await fetch(readyUrl).catch(() => null);
    if (response?.ok === true) return child;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  if (readyUrl !== null) throw new Error(`${name} does not become ready`);
  return child;
}

/** A benchmark that fails leaves nothing running. */
export function endsWithThisProcess(child: ChildProcess): void {
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** The ingester of a simulator on this machine, as `tickscope up` and infra/ start it. */
export function startIngester(
  store: BenchStore,
  { simulatorPort, port }: { simulatorPort: number; port: number },
): Promise<ChildProcess> {
  return startApp(
    'ingester',
    {
      ...clickHouseEnv(store.server, 'owner'),
      GEYSER_ENDPOINT: `http://127.0.0.1:${simulatorPort}`,
      GEYSER_COMMITMENT: 'processed',
      INGESTER_PORT: String(port),
      LOG_LEVEL: 'warn',
      ...INGESTER_MEMORY,
    },
    `http://127.0.0.1:${port}/healthz`,
  );
}

export async function stopApp(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
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
