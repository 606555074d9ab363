import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { choosePort, type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import type { SimulatorOptions } from '@tickscope/simulator';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { ingesterMetric, kill, startIngester } from '../live/ingester-process.js';
import { countSlots } from '../live/support.js';
import { type ChaosEvent, type EventKind, FIRST_SLOT, type Round } from './plan.js';
import { startSimulatorProcess } from './simulator-process.js';
import type { SmallDisk } from './small-disk.js';
import type { StreamFault } from './stream-faults.js';

/** `spill refused`: the ingester was seen to have blocks that its full disk did not take. */
export type Happening = EventKind | StreamFault | 'spill refused';

const CLOCK = fileURLToPath(new URL('../faults/shifted-clock.mjs', import.meta.url));
const SPILL_MAX_BYTES = 100_000_000;
const START_MS = 180_000;
/** Beyond its time, until the ingester has met the full disk. */
const LONGEST_FULL_MS = 15_000;

/** The processes of a disturbed run: ClickHouse, simulator, ingester. */
export class Stage {
  readonly client: TestConnection;
  /** How often each thing happened. */
  readonly happened = new Map<Happening, number>();
  readonly #round: Round;
  readonly #dataDir: string;
  readonly #disk: SmallDisk;
  readonly #spillDir: string;
  readonly #ports: { simulator: number; metrics: number };
  #server: EmbeddedClickHouse;
  #simulator: ChildProcess | null = null;
  #ingester: ChildProcess | null = null;
  #startedAt = Date.now();
  #isHonest = false;

  private constructor(
    round: Round,
    dir: string,
    disk: SmallDisk,
    ports: { simulator: number; metrics: number },
    server: EmbeddedClickHouse,
  ) {
    this.#round = round;
    this.#dataDir = join(dir, 'data');
    this.#spillDir = join(dir, 'spill');
    this.#disk = disk;
    this.#ports = ports;
    this.#server = server;
    this.client = clientOf(server);
  }

  /** Resolves when the first blocks are stored. `dir` holds the disk of the spill, as `spill`. */
  static async open(round: Round, dir: string, disk: SmallDisk): Promise<Stage> {
    const dataDir = join(dir, 'data');
    mkdirSync(dataDir);
    const ports = { simulator: await choosePort('simulator'), metrics: await choosePort('metrics') };
    const stage = new Stage(round, dir, disk, ports, await startClickHouse({ dataDir }));
    try {
      await stage.#begin();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** Since the first blocks were stored. */
  get elapsedMs(): number {
    return Date.now() - this.#startedAt;
  }

  async happen({ kind, forMs }: ChaosEvent): Promise<void> {
    await this.#do(kind, forMs);
    if (kind !== 'disk full' || this.#disk.kind !== 'none') this.#count(kind, 1);
  }

  /** Until the faulty chain was read to where it is compared, or for too long: a slow machine is behind it. */
  async readToEnd(lastCompared: number): Promise<void> {
    const deadline = Date.now() + START_MS;
    while ((await this.#newestSlot().catch(() => 0)) < lastCompared && Date.now() < deadline) {
      await sleep(200);
      this.keepIngester();
    }
  }

  /** Serves the rest of the chain without faults from now on. */
  async becomeHonest(): Promise<void> {
    this.#isHonest = true;
    await this.#restartSimulator();
  }

  /** An ingester that ended for a fault is started again, as its supervisor would. */
  keepIngester(): void {
    if (this.#ingester?.exitCode !== null || this.#ingester.signalCode !== null)
      this.#ingester = this.#startIngester();
  }

  async close(): Promise<void> {
    for (const child of [this.#ingester, this.#simulator]) if (child !== null) await kill(child);
    await this.client.close();
    await this.#server.stop();
  }

  async #begin(): Promise<void> {
    await this.#startSimulator(0);
    this.#ingester = this.#startIngester();
    const deadline = Date.now() + START_MS;
    while ((await countSlots(this.client).catch(() => 0)) < 10) {
      if (this.#ingester.exitCode !== null || Date.now() > deadline)
        throw new Error('the ingester does not begin');
      await sleep(50);
    }
    this.#startedAt = Date.now();
  }

  async #do(kind: EventKind, forMs: number): Promise<void> {
    switch (kind) {
      case 'kill ingester':
        if (this.#ingester !== null) await kill(this.#ingester);
        this.#ingester = this.#startIngester();
        return;
      case 'kill simulator':
        return this.#restartSimulator();
      case 'kill ClickHouse':
        process.kill(this.#server.pid, 'SIGKILL');
        await this.#server.exited;
        await sleep(500);
        await this.#startServer();
        return;
      case 'stop ClickHouse':
        return this.#stopped(this.#server.pid, () => sleep(forMs));
      case 'stop ingester':
        return this.#stopped(this.#ingester?.pid, () => sleep(forMs));
      case 'clock jump':
        this.#ingester?.kill('SIGUSR2');
        return;
      case 'too many parts':
        return this.#withSetting('parts_to_throw_insert = 1, parts_to_delay_insert = 1', forMs);
      case 'no room in ClickHouse':
        return this.#withSetting('min_free_disk_bytes_to_perform_insert = 1000000000000000', forMs);
      case 'disk full':
        return this.#withFullDisk(forMs);
    }
  }

  /** While ClickHouse is away, for else nothing is spilled; at least until the ingester has met it. */
  async #withFullDisk(forMs: number): Promise<void> {
    const pid = this.#ingester?.pid;
    if (pid === undefined || this.#disk.kind === 'none') return;
    // One that was just killed takes its time to come back.
    const deadline = Date.now() + START_MS;
    while (!(await this.#says('tickscope_stream_connected')) && Date.now() < deadline) await sleep(100);
    let isRefused = false;
    this.#disk.fill(pid);
    const until = Date.now() + forMs;
    try {
      await this.#stopped(this.#server.pid, async () => {
        while (Date.now() < until || (!isRefused && Date.now() < until + LONGEST_FULL_MS)) {
          isRefused ||= await this.#says('tickscope_spill_refused');
          await sleep(200);
        }
      });
      await sleep(500);
    } finally {
      this.#disk.empty(pid);
    }
    if (isRefused) this.#count('spill refused', 1);
  }

  /** Whether the ingester's metric of this name is 1. */
  async #says(metric: string): Promise<boolean> {
    return (await ingesterMetric(this.#ports.metrics, metric)) === 1;
  }

  async #newestSlot(): Promise<number> {
    const [row] = await this.client.read.queryRows<[string]>('SELECT max(slot) FROM slots', {
      timeoutMs: 10_000,
    });
    return Number(row?.[0]);
  }

  #startIngester(): ChildProcess {
    return startIngester({
      server: this.#server,
      endpoint: `http://127.0.0.1:${this.#ports.simulator}`,
      env: {
        NODE_OPTIONS: `--import ${CLOCK}`,
        GEYSER_MODE: this.#round.mode,
        SPILL_DIR: this.#spillDir,
        SPILL_MAX_BYTES: String(SPILL_MAX_BYTES),
        INGESTER_QUEUE_MB: '2',
        INGESTER_PORT: String(this.#ports.metrics),
      },
    });
  }

  /** At the place where it would be by now: the chain has gone on without it. */
  async #restartSimulator(): Promise<void> {
    if (this.#simulator !== null) await kill(this.#simulator);
    const { slots, slotMs } = this.#round;
    const happened = this.#isHonest ? slots - 5 : Math.min(slots - 5, Math.floor(this.elapsedMs / slotMs));
    await this.#startSimulator(Math.max(0, happened));
  }

  async #startSimulator(historySlots: number): Promise<void> {
    const options = simulatorOptions(this.#round);
    this.#simulator = await startSimulatorProcess(
      {
        ...options,
        port: this.#ports.simulator,
        pace: { ...options.pace, historySlots },
        ...(this.#isHonest ? {} : { faults: this.#round.faults }),
      },
      (tally) => {
        for (const [fault, times] of Object.entries(tally)) this.#count(fault as StreamFault, times);
      },
    );
  }

  async #startServer(): Promise<void> {
    const { httpPort, tcpPort } = this.#server;
    this.#server = await startClickHouse({ dataDir: this.#dataDir, httpPort, tcpPort });
  }

  async #stopped(pid: number | undefined, meanwhile: () => Promise<void>): Promise<void> {
    if (pid === undefined) return;
    process.kill(pid, 'SIGSTOP');
    try {
      await meanwhile();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  async #withSetting(setting: string, forMs: number): Promise<void> {
    const names = setting.split(', ').map((part) => part.split(' ')[0]);
    await this.client.command({ query: `ALTER TABLE transactions MODIFY SETTING ${setting}` });
    await sleep(forMs);
    await this.client.command({ query: `ALTER TABLE transactions RESET SETTING ${names.join(', ')}` });
  }

  #count(what: Happening, times: number): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + times);
  }
}

/** The chain of a round. */
export function simulatorOptions({ seed, slots, slotMs }: Round): SimulatorOptions & {
  generate: NonNullable<SimulatorOptions['generate']>;
} {
  return {
    generate: {
      seed,
      firstSlot: FIRST_SLOT,
      slots,
      transactionsPerSlot: 60,
      skippedShare: 0.05,
      slotMs: 400,
      voteShare: 0.3,
      dexShare: 0.6,
      sandwichesPerSlot: 1,
    },
    pace: { slotMs, retentionSlots: 2_000 },
    startOn: 'first-subscriber',
  };
}

function clientOf(server: EmbeddedClickHouse): TestConnection {
  return connectTo(server, 'owner', { application: 'chaos', requestTimeoutMs: 20_000 });
}
