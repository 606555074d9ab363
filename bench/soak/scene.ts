import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { INGESTER_MEMORY } from '@tickscope/cli/memory-settings';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { type BenchStore, benchStore, clickHouseEnv, startApp } from '../support/stack.js';
import { readChainHead, readIngester } from './live-figures.js';

export interface SceneOptions {
  transactionsPerSlot: number;
  slotMs: number;
  /** Blocks that the simulator keeps for a replay. */
  retentionSlots: number;
  /** Slots made before the first is sent; absent: none, each is made while the chain runs. */
  pregenerateSlots?: number;
}

const PORTS = { stream: 20_131, metrics: 20_132, rpc: 20_133 };
const METRICS_URL = `http://127.0.0.1:${PORTS.metrics}/metrics`;
const RPC_URL = `http://127.0.0.1:${PORTS.rpc}`;
const START_MS = 600_000;
const END_MS = 30_000;

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
  get pids(): Record<'ingester' | 'ClickHouse' | 'simulator', number | null> {
    return {
      ingester: this.#ingester?.pid ?? null,
      ClickHouse: this.#server?.pid ?? null,
      simulator: this.#simulator?.pid ?? null,
    };
  }

  /** Ends ClickHouse, or freezes it: then requests hang instead of being refused. */
  async stopClickHouse(how: 'end' | 'freeze'): Promise<void> {
    if (this.#server === null) return;
    if (how === 'freeze') {
      process.kill(this.#server.pid, 'SIGSTOP');
      this.#isFrozen = true;
      return;
    }
    const server = this.#server;
    this.#server = null;
    await server.stop();
  }

  async goOnWithClickHouse(): Promise<void> {
    if (this.#isFrozen) this.#thaw();
    else this.#server = await startClickHouse(this.#serverOptions());
  }

  async stopIngester(): Promise<void> {
    const ingester = this.#ingester;
    this.#ingester = null;
    if (ingester !== null) await end(ingester);
  }

  /** Resolves at once; it serves its metrics some time later. */
  async startIngester(): Promise<void> {
    if (this.#store === null) throw new Error('ClickHouse was not started');
    this.#ingester = await startApp(
      'ingester',
      {
        ...clickHouseEnv(this.#store.server, 'owner'),
        GEYSER_ENDPOINT: `http://127.0.0.1:${PORTS.stream}`,
        GEYSER_COMMITMENT: 'processed',
        INGESTER_PORT: String(PORTS.metrics),
        SPILL_DIR: join(this.#dir, 'spill'),
        LOG_LEVEL: 'error',
        ...INGESTER_MEMORY,
      },
      null,
    );
  }

  /** What is stored, and how many slots between the first and the last are not: the chain skips none. */
  async stored(): Promise<{ blocks: number; transactions: number; missing: number; openGaps: number }> {
    const [row] = await this.client.read.queryRows<[string, string, string, string]>(
      `SELECT count(), sum(transaction_count), if(count() = 0, 0, max(slot) - min(slot) + 1 - count()),
         (SELECT count() FROM gaps FINAL WHERE state IN ('open', 'repairing')) FROM slots FINAL`,
      { timeoutMs: 60_000 },
    );
    const [blocks, transactions, missing, openGaps] = (row ?? []).map(Number);
    return {
      blocks: blocks ?? 0,
      transactions: transactions ?? 0,
      missing: missing ?? 0,
      openGaps: openGaps ?? 0,
    };
  }

  async #start(): Promise<void> {
    const { transactionsPerSlot, slotMs, retentionSlots, pregenerateSlots = 0 } = this.#options;
    this.#store = await benchStore(join(this.#dir, 'store'));
    this.#server = this.#store.server;
    this.#simulator = await startApp('simulator', { NODE_OPTIONS: '--max-semi-space-size=64' }, null, [
      ...['--port', String(PORTS.stream), '--rpc-port', String(PORTS.rpc), '--wait'],
      ...['--slot-ms', String(slotMs), '--transactions', String(transactionsPerSlot), '--skipped', '0'],
      ...['--retention', String(retentionSlots), '--confirmed-delay', '0', '--log-level', 'error'],
      ...['--pregenerate', String(pregenerateSlots)],
    ]);
    await this.#until('the simulator answers', this.#simulator, () => answers(RPC_URL));
    await this.startIngester();
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

  #serverOptions(): { dataDir: string; httpPort: number; tcpPort: number } {
    if (this.#store === null) throw new Error('ClickHouse was not started');
    const { dataDir, httpPort, tcpPort } = this.#store.server;
    return { dataDir, httpPort, tcpPort };
  }

  #thaw(): void {
    if (this.#isFrozen && this.#server !== null) process.kill(this.#server.pid, 'SIGCONT');
    this.#isFrozen = false;
  }

  async #close(): Promise<void> {
    this.#thaw();
    await this.stopIngester();
    const simulator = this.#simulator;
    this.#simulator = null;
    if (simulator !== null) await end(simulator);
    await this.#store?.client.close();
    const server = this.#server;
    this.#server = null;
    await server?.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** SIGTERM, and SIGKILL when that takes too long. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await exited;
  clearTimeout(timer);
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await response?.arrayBuffer();
  return response !== null;
}
