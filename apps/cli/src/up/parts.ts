import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DataLock, removeRunFile, writeRunFile } from '@tickscope/embedded';
import { CliError, UsageError } from '../cli-error.js';
import { SupervisedProcess } from '../supervise/supervised-process.js';
import { type RunningAccounts, startAccounts } from './accounts.js';
import { describeExample, type Example, findVictim, SANDWICH_WAIT_MS } from './example.js';
import { KeptPorts } from './kept-ports.js';
import { API_MEMORY, DEMO_INGESTER_MEMORY, INGESTER_MEMORY, SIMULATOR_MEMORY } from './memory-settings.js';
import type { RunningStore } from './running-store.js';
import { sampleQuestion } from './sample.js';
import { simulatorArgs } from './simulator-args.js';
import { startStore } from './store.js';

export const DEFAULT_API_PORT = 8787;
/** The default of METRICS_PORT. */
const METRICS_PORT = 8789;

export type Source = 'simulator' | 'geyser' | 'none';

export interface StartOptions {
  dataDir: string;
  logDir: string;
  lock: DataLock;
  source: Source;
  /** ClickHouse servers to start; null: as many as the data folder has, else one. */
  shards: number | null;
  /** Whether the store has a second copy; null: as the data folder has it, else no. */
  mirror: boolean | null;
  /** Folders below which the embedded ClickHouse may write backups. */
  backupDirs: readonly string[];
  ports: {
    api: number | undefined;
    clickhouseHttp: number | undefined;
    clickhouseTcp: number | undefined;
    postgres: number | undefined;
  };
  say(line: string): void;
  /** Registers a function to call at the stop; called in the order of starting. */
  onClose(close: () => Promise<unknown>): void;
  /** A part cannot be kept running: stops everything. */
  fail(error: Error): void;
  signal: AbortSignal;
}

export interface PartsOptions extends StartOptions {
  keptPorts: KeptPorts;
  /** A server was restarted: run.json must name the new process. */
  onRestart(): Promise<void>;
}

const READY_DEADLINE_MS = 60_000;
/** Some four blocks of the simulator are written together: on a laptop CPU matters more than a second (docs/adr/0021). */
const DEMO_WRITE_WITHIN_MS = '2000';

/** Starts the parts one after the other, each when its dependencies are ready, and prints their addresses. */
export async function startParts(start: StartOptions): Promise<void> {
  const { dataDir, say, onClose, source, signal } = start;
  say(
    source === 'none'
      ? 'Starting…'
      : `Starting, with blocks from the ${source === 'simulator' ? 'simulator' : 'Geyser stream'}…`,
  );
  let writeRun = async (): Promise<void> => {};
  const options: PartsOptions = {
    ...start,
    keptPorts: await KeptPorts.open(dataDir, say),
    onRestart: () => writeRun(),
  };
  const store = await startStore(options);
  const accounts = await startAccounts(options);
  // Chosen before the simulator is started, because the API uses the same node.
  const rpcPort = source === 'simulator' ? await options.keptPorts.choose('simulatorRpc') : null;
  const rpcUrl = rpcPort === null ? (process.env['RPC_URL'] ?? '') : `http://127.0.0.1:${rpcPort}`;
  const api = await startApi(options, store, accounts, rpcUrl);
  writeRun = async () => {
    const [clickhouse, postgres] = [store.run(), accounts.run()];
    await writeRunFile(dataDir, {
      ...(clickhouse === null ? {} : { clickhouse }),
      ...(postgres === null ? {} : { postgres }),
      api: { ...api, ...(accounts.demoKey === null ? {} : { key: accounts.demoKey }) },
    });
  };
  await writeRun();
  onClose(() => removeRunFile(dataDir));
  const ingesterUrl =
    source === 'none' ? null : await startStream(options, store, accounts, { url: rpcUrl, port: rpcPort });

  say(`
Tickscope is up.

  API            ${api.url}/api
  explorer       ${api.url}/
  documentation  ${api.url}/docs
  metrics        ${api.metricsUrl}/metrics${ingesterUrl === null ? '' : `\n  ingester       ${ingesterUrl}/metrics`}
  ClickHouse     ${store.url} (users and passwords: ${join(dataDir, 'run.json')})
  data and logs  ${dataDir}
  your key       ${accounts.demoKey ?? 'none yet: "tickscope keys create" and "tickscope subscription set" make one'}
`);
  if (accounts.demoKey !== null)
    say(`The key is the demo account's, and stays the same in this data folder; "tickscope keys create" makes others.
`);
  const example = signal.aborted
    ? null
    : await findExample(options, store, { ...api, key: accounts.demoKey });
  if (example !== null) say(describeExample(example, { url: api.url, key: accounts.demoKey }, dataDir));
  else if (source === 'none') say('Nothing is stored yet: "tickscope import FILE…" brings blocks in.\n');
}

/** A victim of a sandwich, else any transaction; null when nothing is stored. */
async function findExample(
  { source, say, signal }: PartsOptions,
  store: RunningStore,
  { url, key }: { url: string; key: string | null },
): Promise<Example | null> {
  const isStreaming = source !== 'none';
  // Without a demo account there is no key to ask the API with.
  const address = { url: `${url}/api`, key, keyFrom: key === null ? null : ('run.json' as const) };
  const wait = { ms: isStreaming ? SANDWICH_WAIT_MS : 0, say, signal };
  const victim = key === null ? null : await findVictim(address, wait);
  if (victim !== null || signal.aborted) return victim;
  const sample = await sampleQuestion(store, isStreaming, signal);
  return sample === null ? null : { ...sample, isSandwiched: false };
}

async function startApi(
  options: PartsOptions,
  store: RunningStore,
  accounts: RunningAccounts,
  rpcUrl: string,
): Promise<{ url: string; metricsUrl: string }> {
  const choosePorts = async (): Promise<{ api: number; metrics: number }> => ({
    api: await options.keptPorts.choose('api', {
      wanted: options.ports.api,
      flag: '--api-port',
      preferred: DEFAULT_API_PORT,
    }),
    metrics: await options.keptPorts.choose('metrics', { preferred: METRICS_PORT }),
  });
  let ports = await choosePorts();
  let isReady = false;
  const api = supervise(options, 'API', 'api', '@tickscope/api', async () => {
    // Another program may take a free port before the API listens. A port that a flag names stays.
    if (!isReady) ports = await choosePorts().catch(() => ports);
    return {
      CLICKHOUSE_URL: store.url,
      CLICKHOUSE_USER: store.reader.user,
      CLICKHOUSE_PASSWORD: store.reader.password,
      CLICKHOUSE_DATABASE: store.database,
      DATABASE_URL: accounts.url,
      RPC_URL: rpcUrl,
      ...withOptions(API_MEMORY),
      API_HOST: '127.0.0.1',
      API_PORT: String(ports.api),
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: String(ports.metrics),
    };
  });
  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  await becomesReady(() => `${urlOf(ports.api)}/readyz`, api, options.signal);
  isReady = true;
  return { url: urlOf(ports.api), metricsUrl: urlOf(ports.metrics) };
}

/** The ingester, and before it the simulator where that is the source. Returns where the ingester's metrics are. */
async function startStream(
  options: PartsOptions,
  store: RunningStore,
  accounts: RunningAccounts,
  rpc: { url: string; port: number | null },
): Promise<string> {
  let endpoint = process.env['GEYSER_ENDPOINT'] ?? '';
  if (options.source === 'geyser' && endpoint === '')
    throw new UsageError(
      '--source geyser needs GEYSER_ENDPOINT (and GEYSER_X_TOKEN, if the server wants one)',
    );
  if (options.source === 'simulator') {
    const port = await options.keptPorts.choose('simulator');
    const from = { dataDir: options.dataDir, read: store.clickhouse.read, port, rpcPort: rpc.port ?? 0 };
    supervise(
      options,
      'simulator',
      'simulator',
      '@tickscope/simulator',
      async () => withOptions(SIMULATOR_MEMORY),
      (stop) => simulatorArgs(from, stop),
    );
    endpoint = `http://127.0.0.1:${port}`;
  }
  const port = await options.keptPorts.choose('ingester');
  const ingester = supervise(options, 'ingester', 'ingester', '@tickscope/ingester', async () => ({
    GEYSER_ENDPOINT: endpoint,
    ...(options.source === 'simulator' ? ofSimulator() : withOptions(INGESTER_MEMORY)),
    RPC_URL: rpc.url,
    // Where the API queues backfills.
    DATABASE_URL: accounts.url,
    CLICKHOUSE_URL: store.url,
    CLICKHOUSE_USER: store.writer.user,
    CLICKHOUSE_PASSWORD: store.writer.password,
    CLICKHOUSE_DATABASE: store.database,
    SPILL_DIR: join(options.dataDir, 'spill'),
    INGESTER_HOST: '127.0.0.1',
    INGESTER_PORT: String(port),
  }));
  const url = `http://127.0.0.1:${port}`;
  if (store.isFilling()) options.say('Blocks are stored again once that copy is filled.');
  else await becomesReady(() => `${url}/readyz`, ingester, options.signal);
  return url;
}

/** What the ingester gets if its blocks are the simulator's. */
function ofSimulator(): Record<string, string> {
  return {
    ...withOptions(DEMO_INGESTER_MEMORY),
    // The token of a real node must not be sent to the simulator.
    GEYSER_X_TOKEN: '',
    INGESTER_WRITE_WITHIN_MS: process.env['INGESTER_WRITE_WITHIN_MS'] ?? DEMO_WRITE_WITHIN_MS,
  };
}

/** Adds the operator's own NODE_OPTIONS. */
function withOptions<T extends { NODE_OPTIONS: string }>(memory: T): T & { NODE_OPTIONS: string } {
  return { ...memory, NODE_OPTIONS: `${memory.NODE_OPTIONS} ${process.env['NODE_OPTIONS'] ?? ''}`.trim() };
}

interface Supervised {
  logFile: string;
  isListening(): boolean;
}

function supervise(
  { logDir, say, onClose }: PartsOptions,
  title: string,
  name: string,
  packageName: string,
  env: () => Promise<Record<string, string>>,
  args?: (signal: AbortSignal) => Promise<readonly string[]>,
): Supervised {
  const logFile = join(logDir, `${name}.log`);
  const child = new SupervisedProcess({
    script: fileURLToPath(new URL('./main.js', import.meta.resolve(packageName))),
    ...(args === undefined ? {} : { args }),
    env,
    logFile,
    onCrash: (detail) => say(`The ${title} ${detail}`),
  });
  child.start();
  onClose(() => child.stop());
  return { logFile, isListening: () => child.isListening };
}

/** @param url of the program's `/readyz`; may be another after a restart */
async function becomesReady(
  url: () => string,
  { logFile, isListening }: Supervised,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (!signal.aborted) {
    if (isListening()) {
      const response = await fetch(url(), { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      if (response?.ok === true) return;
    }
    if (Date.now() > deadline)
      throw new CliError(`${url()} does not become ready; its log says why: ${logFile}`);
    await sleep(100);
  }
}
