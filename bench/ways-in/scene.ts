import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateAccounts } from '@tickscope/accounts';
import { INGESTER_MEMORY } from '@tickscope/cli/memory-settings';
import { postgresUrl, startPostgres } from '@tickscope/embedded';
import type { SandwichLabel } from '@tickscope/simulator';
import { readChainHead, readIngester } from '../soak/live-figures.js';
import { type BenchStore, benchStore, clickHouseEnv, startApp, stopApp } from '../support/stack.js';

export interface SceneOptions {
  transactionsPerSlot: number;
  slotMs: number;
  /** Planted per block, in the live chain and in the past. */
  sandwichesPerSlot: number;
  /** Slots of the live chain made before the first is sent, so that making them takes no CPU while measuring. */
  pregenerateSlots: number;
  /** Slots of the past that can be backfilled, and how far below the live chain they begin. */
  pastSlots: number;
  distanceSlots: number;
  /** Calls a second that the ingester may make to the node. */
  rpcPerSecond: number;
}

export interface Scene {
  store: BenchStore;
  /** Base address of the API, without `/api`; AUTH=off. */
  api: string;
  metricsUrl: string;
  /** JSON-RPC of the node that has the past. */
  pastRpc: string;
  /** First slot of the past, and of the live chain. */
  pastFrom: number;
  liveFrom: number;
  /** What is planted in the past. */
  labels: readonly SandwichLabel[];
  /** Slots between the newest block of the live chain and the newest stored one; null: not known yet. */
  behindSlots(): Promise<number | null>;
  close(): Promise<void>;
}

const PORTS = { liveStream: 20_141, liveRpc: 20_142, pastStream: 20_143, pastRpc: 20_144 };
const METRICS_PORT = 20_145;
const API_PORT = 20_146;
const LIVE_FROM = 432_010_000;
const START_MS = 1_800_000;

const local = (port: number): string => `http://127.0.0.1:${port}`;

/**
 * The built programs, a process each: a simulator that streams the live chain, another one that is a node with the
 * past, ClickHouse, Postgres, the ingester and the API. Resolves when the first live block is stored.
 */
export async function startScene(options: SceneOptions): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'tickscope-bench-'));
  const closers: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    return await start(options, folder, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  options: SceneOptions,
  folder: string,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Scene> {
  const { transactionsPerSlot, slotMs, sandwichesPerSlot, pastSlots } = options;
  const pastFrom = LIVE_FROM - options.distanceSlots;
  const labelsPath = join(folder, 'labels.jsonl');
  const running = async (starting: Promise<ChildProcess>): Promise<void> => {
    const child = await starting;
    closers.push(() => stopApp(child));
  };
  const chain = [
    ...['--seed', 'ways-in', '--skipped', '0', '--log-level', 'error', '--no-logs'],
    ...['--transactions', String(transactionsPerSlot), '--sandwiches', String(sandwichesPerSlot)],
  ];
  const memory = { NODE_OPTIONS: '--max-semi-space-size=64' };
  await running(
    startApp('simulator', memory, null, [
      ...[...chain, '--port', String(PORTS.pastStream), '--rpc-port', String(PORTS.pastRpc)],
      ...['--first-slot', String(pastFrom), '--slots', String(pastSlots), '--history', String(pastSlots)],
      ...['--retention', String(pastSlots), '--slot-ms', String(slotMs), '--labels', labelsPath],
    ]),
  );
  await until('the node has the past', async () => (await readChainHead(local(PORTS.pastRpc))) !== null);
  await running(
    startApp('simulator', memory, null, [
      ...[...chain, '--port', String(PORTS.liveStream), '--rpc-port', String(PORTS.liveRpc)],
      ...['--first-slot', String(LIVE_FROM), '--slot-ms', String(slotMs), '--confirmed-delay', '0', '--wait'],
      ...['--pregenerate', String(options.pregenerateSlots)],
    ]),
  );
  await until('the live chain is made', () => answers(local(PORTS.liveRpc)));

  const store = await benchStore(join(folder, 'store'));
  closers.push(() => store.close());
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  closers.push(() => postgres.stop());
  await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), { appRole: 'app' });
  const shared = {
    DATABASE_URL: postgresUrl(postgres.url, postgres.users.app),
    RPC_URL: local(PORTS.pastRpc),
    RPC_MAX_PER_SECOND: String(options.rpcPerSecond),
    RPC_MAX_PER_DAY: '100000000',
    LOG_LEVEL: 'error',
  };
  await running(
    startApp(
      'ingester',
      {
        ...{ ...clickHouseEnv(store.server, 'owner'), ...shared, ...INGESTER_MEMORY },
        ...{ GEYSER_ENDPOINT: local(PORTS.liveStream), GEYSER_COMMITMENT: 'processed' },
        ...{ INGESTER_PORT: String(METRICS_PORT), SPILL_DIR: join(folder, 'spill') },
      },
      null,
    ),
  );
  await running(
    startApp(
      'api',
      {
        ...clickHouseEnv(store.server, 'reader'),
        ...shared,
        AUTH: 'off',
        API_PORT: String(API_PORT),
        METRICS_PORT: '0',
      },
      `${local(API_PORT)}/readyz`,
    ),
  );
  const metricsUrl = `${local(METRICS_PORT)}/metrics`;
  const behindSlots = async (): Promise<number | null> => {
    const [head, { writtenSlot }] = [
      await readChainHead(local(PORTS.liveRpc)),
      await readIngester(metricsUrl),
    ];
    return head === null || writtenSlot === null ? null : Math.max(0, head - writtenSlot);
  };
  await until('the first live block is stored', async () => (await behindSlots()) !== null);
  const labels = readFileSync(labelsPath, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SandwichLabel);
  return {
    ...{
      store,
      api: local(API_PORT),
      metricsUrl,
      pastRpc: local(PORTS.pastRpc),
      pastFrom,
      liveFrom: LIVE_FROM,
      labels,
    },
    ...{ behindSlots, close },
  };
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`not within ${START_MS / 1_000} s: ${what}`);
    await sleep(200);
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await response?.arrayBuffer();
  return response !== null;
}
