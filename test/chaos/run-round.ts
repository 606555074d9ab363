import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import type { SimulatorOptions } from '@tickscope/simulator';
import { type ClickHouseClient, migrate, openStore, queryRows } from '@tickscope/store';
import { countSlots, digests } from '../live/support.js';
import { brackets, openGaps, runUndisturbed } from '../live/whole-ingester.js';
import type { ChaosEvent, Round } from './plan.js';
import { kill, startIngesterProcess, startSimulatorProcess } from './processes.js';

const FIRST = 432_000_000;
/** What came last has no child yet that would miss it: it is not compared. */
const UNSETTLED_SLOTS = 30;
const SETTLE_MS = 90_000;
const SPILL_DISK_BYTES = 6_000_000;

export interface RoundReport {
  kills: number;
  events: number;
  slots: number;
  /** Tables that differ from those of the undisturbed run, with both digests. */
  differences: string[];
  openGaps: number;
  gaps: number;
  tookMs: number;
}

/** Runs a chain undisturbed, then with all that the plan does to it, and compares the tables. */
export async function runRound(round: Round, say: (line: string) => void): Promise<RoundReport> {
  const startedAt = Date.now();
  const dir = mkdtempSync(join(tmpdir(), 'tickscope-chaos-'));
  const unmount = smallDisk(join(dir, 'spill'), say);
  const compared = `slot <= ${FIRST + round.slots - UNSETTLED_SLOTS}`;
  try {
    const expected = await undisturbed(round, join(dir, 'expected'), compared);
    const stage = await Stage.open(round, dir);
    try {
      const kills = await disturb(round, stage, say);
      await stage.settle(expected, compared);
      const found = await tablesOf(stage.client, compared);
      return {
        kills,
        events: round.events.length,
        slots: expected.slots,
        differences: Object.keys(expected.tables)
          .filter((table) => expected.tables[table] !== found.tables[table])
          .map((table) => `${table}: ${found.tables[table]} instead of ${expected.tables[table]}`),
        openGaps: await openGaps(stage.client),
        gaps: await countOf(stage.client, 'gaps'),
        tookMs: Date.now() - startedAt,
      };
    } finally {
      await stage.close();
    }
  } finally {
    unmount();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Tables {
  tables: Record<string, string>;
  slots: number;
}

/** Digests of all tables of blocks, and of what the brackets say that were final long before the end. */
async function tablesOf(client: ClickHouseClient, compared: string): Promise<Tables> {
  const tables = await digests(client, { where: compared });
  const limit = Number(compared.split(' ').at(-1)) - UNSETTLED_SLOTS;
  const settled = (await brackets(client)).filter((text) => Number(text.split(' ')[2]) <= limit);
  const [row] = await queryRows<[string]>(client, `SELECT count() FROM slots FINAL WHERE ${compared}`, {
    timeoutMs: 30_000,
  });
  return { tables: { ...tables, brackets: settled.join('\n') }, slots: Number(row?.[0]) };
}

function simulatorOptions(round: Round, port: number): SimulatorOptions & { port: number } {
  return {
    port,
    generate: {
      seed: round.seed,
      firstSlot: FIRST,
      slots: round.slots,
      transactionsPerSlot: 60,
      skippedShare: 0.05,
      slotMs: 400,
      voteShare: 0.3,
      dexShare: 0.6,
      sandwichesPerSlot: 1,
    },
    pace: { slotMs: round.slotMs, retentionSlots: 2_000 },
    startOn: 'first-subscriber',
  };
}

async function undisturbed(round: Round, dataDir: string, compared: string): Promise<Tables> {
  mkdirSync(dataDir);
  const server = await startClickHouse({ dataDir });
  const client = clientOf(server);
  await migrate(client, 'tickscope');
  await runUndisturbed(client, { ...simulatorOptions(round, 0).generate, slots: round.slots });
  const tables = await tablesOf(client, compared);
  await client.close();
  await server.stop();
  return tables;
}

/** The processes of a disturbed run. */
class Stage {
  readonly client: ClickHouseClient;
  readonly #round: Round;
  readonly #dataDir: string;
  readonly #port: number;
  #server: EmbeddedClickHouse;
  #simulator: Awaited<ReturnType<typeof startSimulatorProcess>>;
  #ingester: ReturnType<typeof startIngesterProcess>;
  readonly #spillDir: string;
  #startedAt = Date.now();
  #isHonest = false;

  private constructor(
    round: Round,
    dir: string,
    port: number,
    server: EmbeddedClickHouse,
    simulator: Awaited<ReturnType<typeof startSimulatorProcess>>,
  ) {
    this.#round = round;
    this.#dataDir = join(dir, 'data');
    this.#spillDir = join(dir, 'spill');
    this.#port = port;
    this.#server = server;
    this.#simulator = simulator;
    this.client = clientOf(server);
    this.#ingester = this.#startIngester();
  }

  static async open(round: Round, dir: string): Promise<Stage> {
    const dataDir = join(dir, 'data');
    mkdirSync(dataDir);
    const server = await startClickHouse({ dataDir });
    const port = await freePort();
    const options = simulatorOptions(round, port);
    const simulator = await startSimulatorProcess({ ...options, faults: round.faults });
    const stage = new Stage(round, dir, port, server, simulator);
    while ((await countSlots(stage.client).catch(() => 0)) < 10) {
      if (stage.#ingester.exitCode !== null) throw new Error('the ingester ended at its start');
      await sleep(50);
    }
    stage.#startedAt = Date.now();
    return stage;
  }

  get elapsedMs(): number {
    return Date.now() - this.#startedAt;
  }

  async happen({ kind, forMs }: ChaosEvent): Promise<void> {
    switch (kind) {
      case 'kill ingester':
        await kill(this.#ingester);
        this.#ingester = this.#startIngester();
        return;
      case 'kill simulator':
        await kill(this.#simulator);
        await this.#startSimulator();
        return;
      case 'kill ClickHouse':
        process.kill(this.#server.pid, 'SIGKILL');
        await this.#server.exited;
        await sleep(500);
        await this.#startServer();
        return;
      case 'stop ClickHouse':
        return this.#stopped(this.#server.pid, forMs);
      case 'stop ingester':
        return this.#stopped(this.#ingester.pid, forMs);
      case 'clock jump':
        this.#ingester.kill('SIGUSR2');
        return;
      case 'too many parts':
        return this.#withSetting('parts_to_throw_insert = 1, parts_to_delay_insert = 1', forMs);
      case 'no room in ClickHouse':
        return this.#withSetting('min_free_disk_bytes_to_perform_insert = 1000000000000000', forMs);
    }
  }

  /** Serves the rest of the chain without faults, and waits until the tables are as expected, or for too long. */
  async settle(expected: Tables, compared: string): Promise<void> {
    this.#isHonest = true;
    await kill(this.#simulator);
    await this.#startSimulator();
    const deadline = Date.now() + SETTLE_MS;
    while (Date.now() < deadline) {
      await sleep(1_000);
      if (this.#ingester.exitCode !== null || this.#ingester.signalCode !== null)
        this.#ingester = this.#startIngester();
      const slots = await queryRows<[string]>(
        this.client,
        `SELECT count() FROM slots FINAL WHERE ${compared}`,
        { timeoutMs: 30_000 },
      ).catch(() => []);
      if (Number(slots[0]?.[0]) < expected.slots || (await openGaps(this.client)) > 0) continue;
      const { tables } = await tablesOf(this.client, compared);
      if (JSON.stringify(tables) === JSON.stringify(expected.tables)) return;
    }
  }

  async close(): Promise<void> {
    await kill(this.#ingester);
    await kill(this.#simulator);
    await this.client.close();
    await this.#server.stop();
  }

  #startIngester(): ReturnType<typeof startIngesterProcess> {
    return startIngesterProcess({
      server: this.#server,
      endpoint: `http://127.0.0.1:${this.#port}`,
      mode: this.#round.mode,
      spillDir: this.#spillDir,
      spillMaxBytes: 100_000_000,
    });
  }

  /** At the place where it would be by now: the chain has gone on without it. */
  async #startSimulator(): Promise<void> {
    const { slots, slotMs, faults } = this.#round;
    const happened = this.#isHonest ? slots - 5 : Math.min(slots - 5, Math.floor(this.elapsedMs / slotMs));
    const options = simulatorOptions(this.#round, this.#port);
    this.#simulator = await startSimulatorProcess({
      ...options,
      pace: { ...options.pace, historySlots: Math.max(0, happened) },
      ...(this.#isHonest ? {} : { faults }),
    });
  }

  async #startServer(): Promise<void> {
    const { httpPort, tcpPort } = this.#server;
    this.#server = await startClickHouse({ dataDir: this.#dataDir, httpPort, tcpPort });
  }

  async #stopped(pid: number | undefined, forMs: number): Promise<void> {
    if (pid === undefined) return;
    process.kill(pid, 'SIGSTOP');
    await sleep(forMs);
    process.kill(pid, 'SIGCONT');
  }

  async #withSetting(setting: string, forMs: number): Promise<void> {
    const names = setting.split(', ').map((part) => part.split(' ')[0]);
    await this.client.command({ query: `ALTER TABLE transactions MODIFY SETTING ${setting}` });
    await sleep(forMs);
    await this.client.command({ query: `ALTER TABLE transactions RESET SETTING ${names.join(', ')}` });
  }
}

/** Does what the plan says; gives how many processes were killed. */
async function disturb(round: Round, stage: Stage, say: (line: string) => void): Promise<number> {
  let kills = 0;
  for (const event of round.events) {
    await sleep(Math.max(0, event.atMs - stage.elapsedMs));
    say(
      `${(stage.elapsedMs / 1_000).toFixed(1)} s: ${event.kind}${event.forMs > 0 ? ` for ${event.forMs} ms` : ''}`,
    );
    await stage.happen(event);
    if (event.kind.startsWith('kill')) kills += 1;
  }
  await sleep(Math.max(0, round.slots * round.slotMs - stage.elapsedMs));
  return kills;
}

/** A disk of its own for the spill, small enough to be filled; without the right to mount one, a plain folder. */
function smallDisk(path: string, say: (line: string) => void): () => void {
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SPILL_DISK_BYTES}`, 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    say('no disk of its own could be mounted for the spill: it does not get full');
    return () => {};
  }
  return () => execFileSync('umount', ['-l', path], { stdio: 'ignore' });
}

function clientOf(server: EmbeddedClickHouse): ClickHouseClient {
  return openStore({
    url: server.url,
    ...server.users.owner,
    database: 'tickscope',
    application: 'chaos',
    requestTimeoutMs: 20_000,
  });
}

async function countOf(client: ClickHouseClient, table: string): Promise<number> {
  const [row] = await queryRows<[string]>(client, `SELECT count() FROM ${table} FINAL`, {
    timeoutMs: 30_000,
  });
  return Number(row?.[0]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
