import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '@tickscope/embedded';
import { type Simulator, type SimulatorOptions, startSimulator } from '@tickscope/simulator';
import { digests } from '@tickscope/testkit/store/table-digests';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { clickHouseEnv } from '../../bench/support/stack.js';
import { within } from '../kills/load.js';
import { exitCode, kill, startIngester } from '../live/ingester-process.js';
import { liveStore } from '../live/support.js';
import { openGaps, runUndisturbed, sandwiches } from '../live/whole-ingester.js';
import { type Finished, tickscope } from '../support/cli.js';

export const SHARDS = 2;
const FIRST_SLOT = 432_000_000;
/** What came last has no child yet that would miss it, and may not be detected: it is not compared. */
const UNSETTLED_SLOTS = 30;
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

  /** Of the servers, for a program. */
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
  async metric(name: string): Promise<number | null> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.#metricsPort}/metrics`);
      const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1];
      return value === undefined ? null : Number(value);
    } catch {
      return null;
    }
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
    let undetected = 0;
    const isDetected = async (): Promise<boolean> => {
      undetected = await this.#undetected(head);
      return undetected === 0;
    };
    await this.until(isDetected, SETTLE_MS).catch((error: Error) => {
      throw new Error(`${undetected} slots are not detected: ${error.message}`);
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
      const [found, expected] = [await tablesOf(this.cluster.shards[0]!, last), await tablesOf(client, last)];
      const different = Object.keys(expected).filter((table) => expected[table] !== found[table]);
      const open = await openGaps(this.cluster.shards[0]!);
      return [
        ...different.map((table) => `${table}: ${found[table]} instead of ${expected[table]}`),
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

  #undetected(head: number): Promise<number> {
    return this.count(
      'count()',
      `(SELECT slot, blockhash, version FROM slots FINAL WHERE slot <= ${head} AND content != 'entries_only') AS stored
       LEFT ANTI JOIN (SELECT slot, blockhash, version FROM detected_slots FINAL WHERE NOT is_due) AS detected
       USING (slot, blockhash, version)`,
    );
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

/** Digests of the tables of blocks, and what the sandwiches say that were final long before the end. */
async function tablesOf(client: TestConnection, last: number): Promise<Record<string, string>> {
  const settled = (await sandwiches(client)).filter(
    (text) => Number(text.split(' ')[2]) <= last - UNSETTLED_SLOTS,
  );
  return {
    ...(await digests(client, { where: `slot <= ${last}` })),
    sandwiches: settled.join('\n'),
  };
}
