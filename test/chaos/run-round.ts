import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { countSlots, liveStore } from '../live/support.js';
import {
  differentTables,
  openGaps,
  runUndisturbed,
  tablesUpTo,
  UNSETTLED_SLOTS,
} from '../live/whole-ingester.js';
import { FIRST_SLOT, type Round } from './plan.js';
import { type DiskKind, smallDisk } from './small-disk.js';
import { type Happening, Stage, simulatorOptions } from './stage.js';

const SETTLE_MS = 300_000;
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

/** Runs a chain undisturbed, then with all that the plan does to it, and compares the tables. */
export async function runRound(round: Round, say: (line: string) => void): Promise<RoundReport> {
  const startedAt = Date.now();
  const dir = mkdtempSync(join(tmpdir(), 'tickscope-chaos-'));
  const disk = smallDisk(join(dir, 'spill'));
  const lastCompared = FIRST_SLOT + round.slots - UNSETTLED_SLOTS;
  try {
    const expected = await undisturbed(round, lastCompared);
    const stage = await Stage.open(round, dir, disk);
    try {
      await disturb(round, stage, say);
      // Its block may be one that was skipped, or dropped.
      await stage.readToEnd(lastCompared - 10);
      await settle(stage, expected, lastCompared);
      return {
        happened: stage.happened,
        disk: disk.kind,
        slots: expected.hashes.size,
        differences: [
          ...differentTables(await tablesUpTo(stage.client, lastCompared), expected.tables),
          ...(await wrongSlots(stage.client, expected.hashes, lastCompared)),
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

interface Expected {
  tables: Record<string, string>;
  /** Hashes of the blocks of each slot. */
  hashes: ReadonlyMap<string, string>;
}

async function hashesOf(client: TestConnection, lastSlot: number): Promise<Map<string, string>> {
  const rows = await client.read.queryRows<[string, string]>(
    `SELECT slot, arrayStringConcat(arraySort(groupArray(hex(blockhash))), ' ') FROM slots FINAL WHERE slot <= ${lastSlot} GROUP BY slot`,
    TIMEOUT,
  );
  return new Map(rows);
}

/** The first slots that hold another block, or none, or one too many, and what their gaps say. */
async function wrongSlots(
  client: TestConnection,
  expected: ReadonlyMap<string, string>,
  lastSlot: number,
): Promise<string[]> {
  const found = await hashesOf(client, lastSlot);
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

async function undisturbed(round: Round, lastSlot: number): Promise<Expected> {
  const store = liveStore();
  try {
    const { client } = await store.fresh();
    const chain = { ...simulatorOptions(round).generate, slots: round.slots };
    if ((await runUndisturbed(client, chain)) !== (await countSlots(client)))
      throw new Error('the machine is too slow to store the chain undisturbed in its time');
    return { tables: await tablesUpTo(client, lastSlot), hashes: await hashesOf(client, lastSlot) };
  } finally {
    await store.stop();
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
async function settle(stage: Stage, expected: Expected, lastSlot: number): Promise<void> {
  await stage.becomeHonest();
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    await sleep(250);
    stage.keepIngester();
    if (await isSettled(stage.client, expected, lastSlot).catch(() => false)) return;
  }
}

async function isSettled(
  client: TestConnection,
  { tables, hashes }: Expected,
  lastSlot: number,
): Promise<boolean> {
  if ((await countOf(client, `slots FINAL WHERE slot <= ${lastSlot}`)) < hashes.size) return false;
  if ((await openGaps(client)) > 0) return false;
  return differentTables(await tablesUpTo(client, lastSlot), tables).length === 0;
}

async function countOf(client: TestConnection, from: string): Promise<number> {
  const [row] = await client.read.queryRows<[string]>(`SELECT count() FROM ${from}`, TIMEOUT);
  return Number(row?.[0]);
}
