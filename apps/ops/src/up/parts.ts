import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPlans } from '@tickscope/accounts';
import { openApi, UsageError } from '@tickscope/command-line';
import { removeRunFile, writeRunFile } from '@tickscope/embedded';
import { askHttp } from '../supervise/health-questions.js';
import { type ProcessSpec, SupervisedProcess } from '../supervise/supervised-process.js';
import { type RunningAccounts, startAccounts } from './accounts.js';
import { becomesReady, listens, type Supervised } from './becomes-ready.js';
import { describeExample, type Example } from './example.js';
import { findVictim, SANDWICH_WAIT_MS } from './find-victim.js';
import { KeptPorts } from './kept-ports.js';
import { API_MEMORY, DEMO_INGESTER_MEMORY, INGESTER_MEMORY, SIMULATOR_MEMORY } from './memory-settings.js';
import { sampleQuestion } from './sample.js';
import { simulatorArgs } from './simulator-args.js';
import type { PartsOptions, StartOptions } from './start-options.js';
import { type RunningStore, SPILL_FOLDER, startStore } from './store.js';
import { streamBegins } from './stream-begins.js';

export const DEFAULT_API_PORT = 8787;
/** The default of METRICS_PORT. */
const METRICS_PORT = 8789;

const EXPLORER_PLAN = 'explorer';

/** Writes some four blocks of the simulator together: on a laptop CPU matters more than a second (docs/performance.md). */
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
      ...(rpcPort === null ? {} : { node: { url: rpcUrl } }),
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
  if (example !== null)
    say(
      describeExample(
        example,
        { url: api.url, key: accounts.demoKey, letsVisitorsRead: explorerPlan() !== '' },
        dataDir,
      ),
    );
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
  const victim =
    key === null
      ? null
      : await findVictim(
          openApi(address, () => {}),
          wait,
        );
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
  const env = async (): Promise<Record<string, string>> => {
    // Another program may take a free port before the API listens. A port that a flag names stays.
    if (!isReady) ports = await choosePorts().catch(() => ports);
    return {
      CLICKHOUSE_URL: store.url,
      CLICKHOUSE_USER: store.reader.user,
      CLICKHOUSE_PASSWORD: store.reader.password,
      CLICKHOUSE_DATABASE: store.database,
      DATABASE_URL: accounts.url,
      RPC_URL: rpcUrl,
      EXPLORER_PLAN: explorerPlan(),
      ...withOptions(API_MEMORY),
      API_HOST: '127.0.0.1',
      API_PORT: String(ports.api),
      METRICS_HOST: '127.0.0.1',
      METRICS_PORT: String(ports.metrics),
    };
  };
  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  const api = supervise(options, 'API', 'api', {
    env,
    health: { ask: (signal) => askHttp(`${urlOf(ports.api)}/healthz`, signal) },
  });
  await becomesReady(() => `${urlOf(ports.api)}/readyz`, api, options.signal);
  isReady = true;
  return { url: urlOf(ports.api), metricsUrl: urlOf(ports.metrics) };
}

/**
 * The plan of visitors: the API listens on loopback, so that they are the owner of this machine, whose browser has no key
 * in a new tab. The operator may choose another plan, or none: an empty EXPLORER_PLAN.
 */
function explorerPlan(): string {
  const chosen = process.env['EXPLORER_PLAN'];
  if (chosen !== undefined) return chosen;
  const file = process.env['PLANS_FILE'];
  // Plans of the operator's own need not have this one. A file that cannot be used stops the API, which says why.
  return !file || Object.hasOwn(loadPlans(file), EXPLORER_PLAN) ? EXPLORER_PLAN : '';
}

/** The ingester, and before it the simulator where that is the source. Returns where the ingester's metrics are. */
async function startStream(
  options: PartsOptions,
  store: RunningStore,
  accounts: RunningAccounts,
  rpc: { url: string; port: number | null },
): Promise<string> {
  const configured = process.env['GEYSER_ENDPOINT'] ?? '';
  if (options.source === 'geyser' && configured === '')
    throw new UsageError(
      '--source geyser needs GEYSER_ENDPOINT (and GEYSER_X_TOKEN, if the server wants one)',
    );
  const endpoint =
    options.source === 'simulator' ? await startSimulator(options, store, rpc.port ?? 0) : configured;
  const port = await options.keptPorts.choose('ingester');
  const url = `http://127.0.0.1:${port}`;
  const env = async (): Promise<Record<string, string>> => ({
    GEYSER_ENDPOINT: endpoint,
    ...(options.source === 'simulator' ? ofSimulator() : withOptions(INGESTER_MEMORY)),
    RPC_URL: rpc.url,
    // Where the API queues backfills.
    DATABASE_URL: accounts.url,
    CLICKHOUSE_URL: store.url,
    CLICKHOUSE_USER: store.writer.user,
    CLICKHOUSE_PASSWORD: store.writer.password,
    CLICKHOUSE_DATABASE: store.database,
    SPILL_DIR: join(options.dataDir, SPILL_FOLDER),
    INGESTER_HOST: '127.0.0.1',
    INGESTER_PORT: String(port),
  });
  const ingester = supervise(options, 'ingester', 'ingester', {
    env,
    health: { ask: (signal) => askHttp(`${url}/healthz`, signal) },
  });
  if (options.source === 'simulator') await becomesReady(() => `${url}/readyz`, ingester, options.signal);
  else {
    // Without it the program itself cannot start, as with a setting that it refuses.
    await becomesReady(() => `${url}/healthz`, ingester, options.signal);
    await streamBegins(url, ingester.logFile, options);
  }
  return url;
}

/** Returns the endpoint of its stream, once it listens. */
async function startSimulator(
  options: PartsOptions,
  { clickhouse }: RunningStore,
  rpcPort: number,
): Promise<string> {
  const { dataDir, keptPorts, signal } = options;
  let port = await keptPorts.choose('simulator');
  let hasListened = false;
  const simulator = supervise(options, 'simulator', 'simulator', {
    env: async () => withOptions(SIMULATOR_MEMORY),
    async args(stop) {
      // Another program may take a free port before the simulator listens.
      if (!hasListened) port = await keptPorts.choose('simulator').catch(() => port);
      return simulatorArgs({ dataDir, read: clickhouse.read, port, rpcPort }, stop);
    },
  });
  await listens('The simulator', simulator, signal);
  hasListened = true;
  return `http://127.0.0.1:${port}`;
}

/** Settings of an ingester whose blocks are the simulator's. */
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

function supervise(
  { logDir, say, onClose }: PartsOptions,
  title: string,
  name: 'api' | 'ingester' | 'simulator',
  how: Pick<ProcessSpec, 'env' | 'args' | 'health'>,
): Supervised {
  const logFile = join(logDir, `${name}.log`);
  const child = new SupervisedProcess({
    ...how,
    script: fileURLToPath(new URL('./main.js', import.meta.resolve(`@tickscope/${name}`))),
    logFile,
    say: (what) => say(`The ${title} ${what}`),
  });
  child.start();
  onClose(() => child.stop());
  return { logFile, isListening: () => child.isListening };
}
