import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DataLock, removeRunFile, writeRunFile } from '@tickscope/embedded';
import { CliError } from '../cli-error.js';
import { choosePort, freePort } from '../ports.js';
import { SupervisedProcess } from '../supervised-process.js';
import { type RunningAccounts, startAccounts } from './accounts.js';
import { INGESTER_MEMORY } from './ingester-memory.js';
import { sampleQuestion } from './sample.js';
import { type RunningStore, startStore } from './store.js';

export const DEFAULT_API_PORT = 8787;
/** The default of METRICS_PORT. */
const METRICS_PORT = 8789;

export type Source = 'simulator' | 'geyser' | 'none';

export interface PartsOptions {
  dataDir: string;
  logDir: string;
  lock: DataLock;
  source: Source;
  ports: {
    api: number | undefined;
    clickhouseHttp: number | undefined;
    clickhouseTcp: number | undefined;
    postgres: number | undefined;
  };
  say(line: string): void;
  /** Registers what must be stopped at the end; called in the order of starting. */
  onClose(close: () => Promise<unknown>): void;
  signal: AbortSignal;
}

const READY_DEADLINE_MS = 60_000;

/** Starts the parts one after the other, each when the one it needs is ready, and says where everything is. */
export async function startParts(options: PartsOptions): Promise<void> {
  const { dataDir, say, onClose, source, signal } = options;
  say(
    source === 'none'
      ? 'Starting…'
      : `Starting, with blocks from the ${source === 'simulator' ? 'simulator' : 'Geyser stream'}…`,
  );
  const store = await startStore(options);
  const accounts = await startAccounts(options);
  // Chosen before the simulator is started: the API asks the same node.
  const rpcPort = source === 'simulator' ? await freePort() : null;
  const rpcUrl = rpcPort === null ? (process.env['RPC_URL'] ?? '') : `http://127.0.0.1:${rpcPort}`;
  const api = await startApi(options, store, accounts, rpcUrl);
  await writeRunFile(dataDir, {
    ...(store.run === null ? {} : { clickhouse: store.run }),
    ...(accounts.run === null ? {} : { postgres: accounts.run }),
    api: { ...api, ...(accounts.demoKey === null ? {} : { key: accounts.demoKey }) },
  });
  onClose(() => removeRunFile(dataDir));
  if (source !== 'none') await startStream(options, store, accounts, { url: rpcUrl, port: rpcPort });
  const sample = signal.aborted ? null : await sampleQuestion(store, source !== 'none', signal);

  say(`
Tickscope is up.

  API            ${api.url}/api
  documentation  ${api.url}/docs
  metrics        ${api.metricsUrl}/metrics
  ClickHouse     ${store.url} (users and passwords: ${join(dataDir, 'run.json')})
  data and logs  ${dataDir}
  your key       ${accounts.demoKey ?? 'none yet: "tickscope keys create" and "tickscope subscription set" make one'}
`);
  if (accounts.demoKey !== null)
    say(`The key is the demo account's, for as long as this runs; "tickscope keys create" makes one that lasts.
`);
  if (sample !== null)
    say(`Who touched the account ${sample.account}
just before and just after the transaction ${sample.signature}?

curl -s ${api.url}/api/analyze-trade -H 'Content-Type: application/json' \\
  -H 'Authorization: Bearer ${accounts.demoKey ?? 'YOUR_KEY'}' \\
  -d '{"signature":"${sample.signature}","account_id":"${sample.account}"}'
`);
  else if (source === 'none') say('Nothing is stored yet: "tickscope import FILE…" brings blocks in.\n');
}

async function startApi(
  options: PartsOptions,
  store: RunningStore,
  accounts: RunningAccounts,
  rpcUrl: string,
): Promise<{ url: string; metricsUrl: string }> {
  const port = await choosePort(options.ports.api, DEFAULT_API_PORT, '--api-port');
  const metricsPort = await choosePort(undefined, METRICS_PORT, 'METRICS_PORT');
  const url = `http://127.0.0.1:${port}`;
  const api = supervise(options, 'API', 'api', '@tickscope/api', {
    CLICKHOUSE_URL: store.url,
    CLICKHOUSE_USER: store.reader.user,
    CLICKHOUSE_PASSWORD: store.reader.password,
    CLICKHOUSE_DATABASE: store.database,
    DATABASE_URL: accounts.url,
    RPC_URL: rpcUrl,
    API_HOST: '127.0.0.1',
    API_PORT: String(port),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
  });
  await becomesReady(`${url}/readyz`, api.logFile, options.signal);
  return { url, metricsUrl: `http://127.0.0.1:${metricsPort}` };
}

/** The ingester, and before it the simulator where that is the source. */
async function startStream(
  options: PartsOptions,
  store: RunningStore,
  accounts: RunningAccounts,
  rpc: { url: string; port: number | null },
): Promise<void> {
  let endpoint = process.env['GEYSER_ENDPOINT'] ?? '';
  if (options.source === 'geyser' && endpoint === '')
    throw new CliError('--source geyser needs GEYSER_ENDPOINT (and GEYSER_X_TOKEN, if the server wants one)');
  if (options.source === 'simulator') {
    const port = await freePort();
    // The chain goes on where the stored one ends, as a real one would have.
    const firstSlot = store.newestSlot === null ? [] : ['--first-slot', String(store.newestSlot + 1)];
    const rpcPort = ['--rpc-port', String(rpc.port ?? 0)];
    const args = ['--port', String(port), ...rpcPort, '--start-time', 'now', '--history', '40', ...firstSlot];
    supervise(options, 'simulator', 'simulator', '@tickscope/simulator', {}, args);
    endpoint = `http://127.0.0.1:${port}`;
  }
  const port = await freePort();
  const ingester = supervise(options, 'ingester', 'ingester', '@tickscope/ingester', {
    GEYSER_ENDPOINT: endpoint,
    // A token for a real node is nobody else's business.
    ...(options.source === 'simulator' ? { GEYSER_X_TOKEN: '' } : {}),
    RPC_URL: rpc.url,
    // Where callers of the API leave their backfills.
    DATABASE_URL: accounts.url,
    CLICKHOUSE_URL: store.url,
    CLICKHOUSE_USER: store.writer.user,
    CLICKHOUSE_PASSWORD: store.writer.password,
    CLICKHOUSE_DATABASE: store.database,
    SPILL_DIR: join(options.dataDir, 'spill'),
    ...INGESTER_MEMORY,
    NODE_OPTIONS: `${INGESTER_MEMORY.NODE_OPTIONS} ${process.env['NODE_OPTIONS'] ?? ''}`.trim(),
    INGESTER_HOST: '127.0.0.1',
    INGESTER_PORT: String(port),
  });
  await becomesReady(`http://127.0.0.1:${port}/readyz`, ingester.logFile, options.signal);
}

function supervise(
  { logDir, say, onClose }: PartsOptions,
  title: string,
  name: string,
  packageName: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): { logFile: string } {
  const logFile = join(logDir, `${name}.log`);
  const child = new SupervisedProcess({
    script: fileURLToPath(new URL('./main.js', import.meta.resolve(packageName))),
    args,
    env,
    logFile,
    onCrash: (detail) => say(`The ${title} ${detail}`),
  });
  child.start();
  onClose(() => child.stop());
  return { logFile };
}

async function becomesReady(url: string, logFile: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (!signal.aborted) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response?.ok === true) return;
    if (Date.now() > deadline)
      throw new CliError(`${url} does not become ready; its log says why: ${logFile}`);
    await sleep(100);
  }
}
