import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { MAINNET_ARGS } from '../ingest/recording.js';
import { rowsOf } from '../support/rows.js';
import {
  type BenchStore,
  benchStore,
  migrateWith,
  startApp,
  startIngester,
  stopApp,
} from '../support/stack.js';
import type { Away } from './live.js';
import { readChainHead, readIngester } from './live-figures.js';
import type { ProcessName } from './sampler.js';

export interface SceneOptions {
  transactionsPerSlot: number;
  slotMs: number;
  /** Blocks that the simulator keeps for a replay. */
  retentionSlots: number;
  /** The built checkout whose ingester and tables run; the simulator is always this one's. */
  checkout?: string;
  /** Slots of the chain, all made before the first is sent; absent: each is made while the chain runs, without end. */
  madeSlots?: number;
}

const PORTS = { stream: 20_131, metrics: 20_132, rpc: 20_133 };
const METRICS_URL = `http://127.0.0.1:${PORTS.metrics}/metrics`;
const RPC_URL = `http://127.0.0.1:${PORTS.rpc}`;
const START_MS = 900_000;
/** After all blocks are made: blocks that come late are written in larger batches. */
const FIRST_BLOCK_IN_SECONDS = 600;

/** Simulator, ingester and ClickHouse, a process each, on 127.0.0.1; the built programs, as an operator runs them. */
export class Scene {
  readonly metricsUrl = METRICS_URL;
  readonly rpcUrl = RPC_URL;
  readonly #dir: string;
  readonly #options: SceneOptions;
  #store: BenchStore | null = null;
  #server: EmbeddedClickHouse | null = null;
  #simulator: ChildProcess | null = null;
  #ingester: ChildProcess | null = null;
  #isFrozen = false;

  private constructor(options: SceneOptions) {
    this.#options = options;
    this.#dir = mkdtempSync(join(tmpdir(), 'tickscope-soak-'));
  }

  /** Runs `act` with all processes running and the first block stored; always stops them afterwards. */
  static async run<T>(options: SceneOptions, act: (scene: Scene) => Promise<T>): Promise<T> {
    const scene = new Scene(options);
    const interrupt = (): void => void scene.#close().finally(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
    try {
      await scene.#start();
      return await act(scene);
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
      await scene.#close();
    }
  }

  get client(): TestConnection {
    if (this.#store === null) throw new Error('ClickHouse was not started');
    return this.#store.client;
  }

  /** Process ids; of what does not run, null. */
  get pids(): Record<ProcessName, number | null> {
    return {
      ingester: this.#ingester?.pid ?? null,
      ClickHouse: this.#server?.pid ?? null,
      simulator: this.#simulator?.pid ?? null,
    };
  }

  /** Ends ClickHouse or the ingester, or freezes ClickHouse. */
  async takeAway({ what, isFrozen }: Away): Promise<void> {
    if (what === 'ingester') return this.#endIngester();
    if (isFrozen) {
      process.kill(this.#server!.pid, 'SIGSTOP');
      this.#isFrozen = true;
      return;
    }
    await this.#server!.stop();
    this.#server = null;
  }

  async bringBack(): Promise<void> {
    if (this.#isFrozen) this.#thaw();
    this.#server ??= await startClickHouse(this.#serverOptions());
    if (this.#ingester === null) await this.#startIngester();
  }

  /** Resolves at once; it serves its metrics some time later. */
  async #startIngester(): Promise<void> {
    const env = { SPILL_DIR: join(this.#dir, 'spill'), LOG_LEVEL: 'error' };
    const ports = { simulatorPort: PORTS.stream, port: PORTS.metrics };
    this.#ingester = await startIngester(this.#store!, ports, {
      ...{ env, isAwaited: false },
      ...(this.#options.checkout === undefined ? {} : { checkout: this.#options.checkout }),
    });
  }

  /** Counts what is stored, and the slots between the first and the last that are not: the chain skips none. */
  async stored(): Promise<{ blocks: number; transactions: number; missing: number; openGaps: number }> {
    const [row] = await rowsOf<[string, string, string, string]>(
      this.client,
      `SELECT count(), sum(transaction_count), if(count() = 0, 0, max(slot) - min(slot) + 1 - count()),
         (SELECT count() FROM gaps FINAL WHERE state IN ('open', 'repairing')) FROM slots FINAL`,
    );
    const [blocks = 0, transactions = 0, missing = 0, openGaps = 0] = (row ?? []).map(Number);
    return { blocks, transactions, missing, openGaps };
  }

  async #start(): Promise<void> {
    const { transactionsPerSlot, slotMs, retentionSlots, madeSlots, checkout } = this.#options;
    const startTime = Math.ceil(Date.now() / 1_000) + FIRST_BLOCK_IN_SECONDS;
    const made = [
      ...['--pregenerate', String(madeSlots), '--slots', String(madeSlots)],
      ...['--start-time', String(startTime)],
    ];
    this.#store = await benchStore(join(this.#dir, 'store'), { isOwn: checkout === undefined });
    if (checkout !== undefined) migrateWith(checkout, this.#store.server);
    this.#server = this.#store.server;
    this.#simulator = await startApp('simulator', { NODE_OPTIONS: '--max-semi-space-size=64' }, null, [
      ...['--port', String(PORTS.stream), '--rpc-port', String(PORTS.rpc), '--wait'],
      ...['--slot-ms', String(slotMs), '--transactions', String(transactionsPerSlot), '--skipped', '0'],
      ...['--retention', String(retentionSlots), '--confirmed-delay', '0', '--log-level', 'error'],
      ...(madeSlots === undefined ? [] : made),
      ...MAINNET_ARGS,
    ]);
    await this.#until('the simulator answers', this.#simulator, () => answers(RPC_URL));
    await this.#startIngester();
    await this.#until('the first block is stored', this.#ingester, async () => {
      const [head, { writtenSlot }] = [await readChainHead(RPC_URL), await readIngester(METRICS_URL)];
      return head !== null && writtenSlot !== null;
    });
  }

  async #until(what: string, child: ChildProcess | null, isTrue: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + START_MS;
    while (!(await isTrue())) {
      if (child !== null && (child.exitCode !== null || child.signalCode !== null))
        throw new Error(`a process ended before ${what}: is it built (npx turbo run build), are ports free?`);
      if (Date.now() > deadline) throw new Error(`not within ${START_MS / 1_000} s: ${what}`);
      await sleep(100);
    }
  }

  async #endIngester(): Promise<void> {
    const ingester = this.#ingester;
    this.#ingester = null;
    if (ingester !== null) await stopApp(ingester);
  }

  #serverOptions(): { dataDir: string; httpPort: number; tcpPort: number } {
    const { dataDir, httpPort, tcpPort } = this.#store!.server;
    return { dataDir, httpPort, tcpPort };
  }

  #thaw(): void {
    if (this.#isFrozen && this.#server !== null) process.kill(this.#server.pid, 'SIGCONT');
    this.#isFrozen = false;
  }

  async #close(): Promise<void> {
    this.#thaw();
    await this.#endIngester();
    const simulator = this.#simulator;
    this.#simulator = null;
    if (simulator !== null) await stopApp(simulator);
    await this.#store?.client.close();
    const server = this.#server;
    this.#server = null;
    await server?.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await response?.arrayBuffer();
  return response !== null;
}
