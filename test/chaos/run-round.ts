import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClickHouse } from '@tickscope/embedded';
import { migrate } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { openGaps, runUndisturbed, sandwiches } from '../live/whole-ingester.js';
import { FIRST_SLOT, type Round } from './plan.js';
import { type DiskKind, smallDisk } from './small-disk.js';
import { clientOf, type Happening, Stage, simulatorOptions } from './stage.js';

/** What came last has no child yet that would miss it: it is not compared. */
const UNSETTLED_SLOTS = 30;
const SETTLE_MS = 180_000;
/** A slow machine may need more than one run to store a chain. */
const MOST_UNDISTURBED_RUNS = 5;
const MOST_NAMED = 10;
const TIMEOUT = { timeoutMs: 30_000 };

export interface RoundReport {
  happened: ReadonlyMap<Happening, number>;
  disk: DiskKind;
  slots: number;
  /** Tables that differ from those of the undisturbed run, with both digests; then the slots, with their gaps. */
  differences: string[];
  openGaps: number;
  gaps: number;
  tookMs: number;
}

/**
 * Runs a chain undisturbed, then with all that the plan does to it, and compares the tables. `diskKind` `null`: the
 * first that is possible here.
 */
export async function runRound(
  round: Round,
  diskKind: DiskKind | null,
  say: (line: string) => void,
): Promise<RoundReport> {
  const startedAt = Date.now();
  const dir = mkdtempSync(join(tmpdir(), 'tickscope-chaos-'));
  const disk = smallDisk(join(dir, 'spill'), diskKind);
  const lastCompared = FIRST_SLOT + round.slots - UNSETTLED_SLOTS;
  const compared = `slot <= ${lastCompared}`;
  try {
    const expected = await undisturbed(round, join(dir, 'expected'), compared);
    const stage = await Stage.open(round, dir, disk);
    try {
      await disturb(round, stage, say);
      // Its block may be one that was skipped, or dropped.
      await stage.readToEnd(lastCompared - 10);
      await settle(stage, expected, compared);
      const found = await tablesOf(stage.client, compared);
      return {
        happened: stage.happened,
        disk: disk.kind,
        slots: expected.slots,
        differences: [
          ...Object.keys(expected.tables)
            .filter((table) => expected.tables[table] !== found.tables[table])
            .map((table) => `${table}: ${found.tables[table]} instead of ${expected.tables[table]}`),
          ...(await wrongSlots(stage.client, expected.hashes, compared)),
        ],
        openGaps: await openGaps(stage.client),
        gaps: await countOf(stage.client, 'gaps FINAL'),
        tookMs: Date.now() - startedAt,
      };
    } finally {
      await stage.close();
    }
  } finally {
    disk.remove();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Tables {
  tables: Record<string, string>;
  slots: number;
  /** Of the blocks of each slot. */
  hashes: ReadonlyMap<string, string>;
}

/** Digests of all tables of blocks, and of what the sandwiches say that were final long before the end. */
async function tablesOf(client: TestConnection, compared: string): Promise<Tables> {
  const tables = await digests(client, { where: compared });
  const limit = Number(compared.split(' ').at(-1)) - UNSETTLED_SLOTS;
  const settled = (await sandwiches(client)).filter((text) => Number(text.split(' ')[2]) <= limit);
  return {
    tables: { ...tables, sandwiches: settled.join('\n') },
    slots: await countOf(client, `slots FINAL WHERE ${compared}`),
    hashes: await hashesOf(client, compared),
  };
}

async function hashesOf(client: TestConnection, compared: string): Promise<Map<string, string>> {
  const rows = await client.read.queryRows<[string, string]>(
    `SELECT slot, arrayStringConcat(arraySort(groupArray(hex(blockhash))), ' ') FROM slots FINAL WHERE ${compared} GROUP BY slot`,
    TIMEOUT,
  );
  return new Map(rows);
}

/** The first slots that hold another block, or none, or one too many, and what their gaps say. */
async function wrongSlots(
  client: TestConnection,
  expected: ReadonlyMap<string, string>,
  compared: string,
): Promise<string[]> {
  const found = await hashesOf(client, compared);
  const slots = [...new Set([...expected.keys(), ...found.keys()])].filter(
    (slot) => expected.get(slot) !== found.get(slot),
  );
  const lines: string[] = [];
  for (const slot of slots.slice(0, MOST_NAMED)) {
    const gaps = await client.read.queryRows<[string]>(
      `SELECT concat(toString(from_slot), '-', toString(to_slot), ' ', toString(cause), ' ', toString(state), ' ', toString(tries), ' ', detail) FROM gaps FINAL WHERE from_slot <= ${slot} AND to_slot >= ${slot}`,
      TIMEOUT,
    );
    const texts = gaps.map(([text]) => text).join('; ') || 'no gap';
    lines.push(
      `slot ${slot}: ${found.get(slot) ?? 'none'} instead of ${expected.get(slot) ?? 'none'}: ${texts}`,
    );
  }
  return lines;
}

async function undisturbed(round: Round, dataDir: string, compared: string): Promise<Tables> {
  mkdirSync(dataDir);
  const server = await startClickHouse({ dataDir });
  const client = clientOf(server);
  try {
    await migrate(client);
    const chain = { ...simulatorOptions(round).generate, slots: round.slots };
    for (let run = 0; run < MOST_UNDISTURBED_RUNS; run += 1)
      if ((await runUndisturbed(client, chain)) === (await countOf(client, 'slots FINAL')))
        return await tablesOf(client, compared);
    throw new Error('the machine is too slow to store the chain undisturbed in its time');
  } finally {
    await client.close();
    await server.stop();
  }
}

/** Does what the plan says. */
async function disturb(round: Round, stage: Stage, say: (line: string) => void): Promise<void> {
  for (const event of round.events) {
    await sleep(Math.max(0, event.atMs - stage.elapsedMs));
    const duration = event.forMs > 0 ? ` for ${event.forMs} ms` : '';
    say(`${(stage.elapsedMs / 1_000).toFixed(1)} s: ${event.kind}${duration}`);
    await stage.happen(event);
  }
  await sleep(Math.max(0, round.slots * round.slotMs - stage.elapsedMs));
}

/** Waits until the tables are as expected, or for too long. */
async function settle(stage: Stage, expected: Tables, compared: string): Promise<void> {
  await stage.becomeHonest();
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    await sleep(1_000);
    stage.keepIngester();
    if (await isSettled(stage.client, expected, compared).catch(() => false)) return;
  }
}

async function isSettled(client: TestConnection, expected: Tables, compared: string): Promise<boolean> {
  if ((await countOf(client, `slots FINAL WHERE ${compared}`)) < expected.slots) return false;
  if ((await openGaps(client)) > 0) return false;
  const { tables } = await tablesOf(client, compared);
  return JSON.stringify(tables) === JSON.stringify(expected.tables);
}

async function countOf(client: TestConnection, from: string): Promise<number> {
  const [row] = await client.read.queryRows<[string]>(`SELECT count() FROM ${from}`, TIMEOUT);
  return Number(row?.[0]);
}
