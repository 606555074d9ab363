import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '@tickscope/embedded';
import { type Simulator, type SimulatorOptions, startSimulator } from '@tickscope/simulator';
import { readUndetectedSlots } from '@tickscope/store';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { clickHouseEnv } from '../../bench/support/stack.js';
import { exitCode, ingesterMetric, kill, startIngester } from '../live/ingester-process.js';
import { liveStore } from '../live/support.js';
import {
  differentTables,
  openGaps,
  runUndisturbed,
  tablesUpTo,
  UNSETTLED_SLOTS,
} from '../live/whole-ingester.js';
import { type Finished, tickscope } from '../support/cli.js';
import { within } from '../support/within.js';

export const SHARDS = 2;
const FIRST_SLOT = 432_000_000;
const TIMEOUT = { timeoutMs: 30_000 };
/** After many kills much is to be caught up with. */
const SETTLE_MS = 600_000;

export interface LiveClusterOptions {
  seed: string;
  slotMs: number;
  transactionsPerSlot: number;
}

/** Two ClickHouse servers as one store, and the ingester, which writes the simulator's chain into it: each a process. */
export class LiveCluster {
  readonly cluster: TestCluster;
  readonly #options: LiveClusterOptions;
  readonly #simulator: Simulator;
  readonly #blocks: number[];
  readonly #spillDir: string;
  readonly #metricsPort: number;
  #ingester: ChildProcess;

  private constructor(
    options: LiveClusterOptions,
    parts: { cluster: TestCluster; simulator: Simulator; blocks: number[]; metricsPort: number },
  ) {
    this.#options = options;
    this.cluster = parts.cluster;
    this.#simulator = parts.simulator;
    this.#blocks = parts.blocks;
    this.#metricsPort = parts.metricsPort;
    this.#spillDir = mkdtempSync(join(tmpdir(), 'tickscope-spill-'));
    this.#ingester = this.#newIngester();
  }

  static async start(options: LiveClusterOptions): Promise<LiveCluster> {
    const blocks: number[] = [];
    const cluster = await startTestCluster(SHARDS);
    const simulator = await startSimulator({
      generate: {
        ...chainOf(options),
        onTruth: ({ slot, status }) => {
          if (status === 'block') blocks.push(slot);
        },
      },
      pace: { slotMs: options.slotMs, retentionSlots: 2_000 },
      startOn: 'first-subscriber',
    });
    const live = new LiveCluster(options, {
      ...{ cluster, simulator, blocks },
      metricsPort: await choosePort('metrics'),
    });
    await live.until(async () => (await live.newestSlot()) > FIRST_SLOT + 10);
    return live;
  }

  /** Variables that name the servers to a program. */
  environment(user: 'owner' | 'reader'): Record<string, string> {
    return clickHouseEnv(this.cluster.servers, user);
  }

  async killIngester(): Promise<() => Promise<void>> {
    await kill(this.#ingester);
    return async () => {
      this.#ingester = this.#newIngester();
    };
  }

  async newestSlot(): Promise<number> {
    return this.count('max(slot)', 'slots');
  }

  async count(what: string, from: string): Promise<number> {
    const [row] = await this.cluster.store.read.queryRows<[string]>(`SELECT ${what} FROM ${from}`, TIMEOUT);
    return Number(row?.[0]);
  }

  /** The value of a metric of the ingester; null: it does not answer, or has none of that name. */
  metric(name: string): Promise<number | null> {
    return ingesterMetric(this.#metricsPort, name);
  }

  /** Waits for a state; one that cannot be read, as a server is away, is not reached. */
  async until(isReached: () => Promise<boolean>, withinMs = 120_000): Promise<void> {
    if (!(await within(withinMs, isReached)))
      throw new Error(`not reached within ${withinMs} ms: ${isReached}`);
  }

  /** Waits until all that was served up to now is stored and detected, ends the ingest, and returns its last slot. */
  async settle(): Promise<number> {
    const head = this.#blocks.at(-1)!;
    const expected = this.#blocks.length;
    await this.until(
      async () => (await this.count('count()', `slots FINAL WHERE slot <= ${head}`)) >= expected,
      SETTLE_MS,
    );
    await this.until(async () => (await this.newestSlot()) > head + UNSETTLED_SLOTS);
    let undetected: readonly unknown[] = [];
    const isDetected = async (): Promise<boolean> => {
      undetected = await readUndetectedSlots(this.cluster.store.read, { fromSlot: FIRST_SLOT, toSlot: head });
      return undetected.length === 0;
    };
    await this.until(isDetected, SETTLE_MS).catch((error: Error) => {
      throw new Error(`${undetected.length} slots are not detected: ${error.message}`);
    });
    this.#ingester.kill('SIGTERM');
    const code = await exitCode(this.#ingester);
    if (code !== 0) throw new Error(`the ingester ended with ${code}`);
    return head - UNSETTLED_SLOTS;
  }

  /** Writes the same chain into one server, undisturbed; says which tables differ up to this slot. */
  async differences(last: number): Promise<string[]> {
    const store = liveStore();
    try {
      const { client } = await store.fresh();
      const slots = last + 2 * UNSETTLED_SLOTS - FIRST_SLOT;
      await runUndisturbed(client, { ...chainOf(this.#options), slots });
      const spread = this.cluster.shards[0]!;
      const open = await openGaps(spread);
      return [
        ...differentTables(await tablesUpTo(spread, last), await tablesUpTo(client, last)),
        ...(open === 0 ? [] : [`${open} gaps are open`]),
      ];
    } finally {
      await store.stop();
    }
  }

  verify(last: number): Promise<Finished> {
    const range = ['--from', String(this.#blocks[0]!), '--to', String(last), '--poh'];
    return tickscope(['verify', ...range], this.environment('owner'));
  }

  async stop(): Promise<void> {
    await kill(this.#ingester);
    await this.#simulator.stop();
    await this.cluster.stop();
    rmSync(this.#spillDir, { recursive: true, force: true });
  }

  #newIngester(): ChildProcess {
    const { servers } = this.cluster;
    return startIngester({
      server: { url: servers.map(({ url }) => url).join(','), users: servers[0]!.users },
      endpoint: this.#simulator.endpoint,
      env: { SPILL_DIR: this.#spillDir, INGESTER_QUEUE_MB: '2', INGESTER_PORT: String(this.#metricsPort) },
    });
  }
}

function chainOf({
  seed,
  transactionsPerSlot,
}: LiveClusterOptions): NonNullable<SimulatorOptions['generate']> {
  return {
    ...{ seed, firstSlot: FIRST_SLOT, transactionsPerSlot, skippedShare: 0.05, slotMs: 400 },
    ...{ voteShare: 0.3, dexShare: 0.6, sandwichesPerSlot: 1 },
  };
}
