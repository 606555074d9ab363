import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChainWatch,
  GapRepair,
  Ingester,
  type IngesterLimits,
  LiveDetection,
  replaySource,
  type Spill,
} from '@tickscope/pipeline';
import { type GenerateOptions, startSimulator } from '@tickscope/simulator';
import { BlockWriter, newestFullSlot, writeGaps } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { countSlots } from './support.js';

export interface WholeOptions {
  client: TestConnection;
  endpoint: string;
  mode?: 'blocks' | 'messages';
  /** Other servers, for repair. */
  repairFrom?: readonly string[];
  spill?: Spill | null;
  writer?: Pick<BlockWriter, 'write'>;
  limits?: Partial<IngesterLimits>;
  isDone(seen: Readonly<WholeSeen>): Promise<boolean>;
  deadlineMs?: number;
  onDisconnected?(cause: string): void;
}

export interface WholeSeen {
  /** Newest of the blocks that came whole; -1 before the first. */
  newestSlot: number;
  incomplete: number[];
  disconnects: string[];
  writeErrors: string[];
  equivocations: { slot: number; resolution: string }[];
  removed: number[];
  damaged: { fromSlot: number; toSlot: number }[];
}

const TIMEOUT = { timeoutMs: 30_000 };
const HANGS_AFTER_MS = 300_000;
/** Newest slots, which are not compared: the last block has no child yet that would miss it, and may not be detected. */
export const UNSETTLED_SLOTS = 30;

/** An ingester with all its parts, as apps/ingester puts them together, until `isDone`; then stopped cleanly. */
export async function runWhole(options: WholeOptions): Promise<WholeSeen> {
  const { client, endpoint, mode = 'blocks', isDone, deadlineMs = HANGS_AFTER_MS } = options;
  const seen: WholeSeen = {
    newestSlot: -1,
    incomplete: [],
    disconnects: [],
    writeErrors: [],
    equivocations: [],
    removed: [],
    damaged: [],
  };
  const at = (url: string) => ({ url, xToken: null, compression: 'none' as const });
  const detection = new LiveDetection(client, {
    taken() {},
    detected() {},
    redetected() {},
    rejudged() {},
    failed() {},
  });
  const repair = new GapRepair({
    store: client,
    writer: new BlockWriter(client),
    sources: [endpoint, ...(options.repairFrom ?? [])].map((url) =>
      replaySource({ name: url, endpoint: at(url), mode, commitment: 'processed', stallMs: 1_000 }),
    ),
    on: { gaps() {}, repaired: (block) => detection.add([block]), settled() {}, failed() {} },
    limits: { everyMs: 200, firstWaitSeconds: 0, longestWaitSeconds: 1 },
  });
  const chainWatch = new ChainWatch({
    store: client,
    writer: new BlockWriter(client),
    newestSlot: () => newestFullSlot(client.read),
    everyMs: 300,
    on: {
      removed({ slot }) {
        seen.removed.push(slot);
        detection.changed([slot]);
      },
      missed() {},
      failed() {},
    },
  });
  const ingester = new Ingester({
    endpoint: at(endpoint),
    mode,
    content: 'full',
    commitment: 'processed',
    lastStoredSlot: await newestFullSlot(client.read),
    spill: options.spill ?? null,
    writer: options.writer ?? new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
    limits: { retryMs: [50, 200, 500], ...options.limits },
    on: {
      disconnected(cause) {
        seen.disconnects.push(cause);
        options.onDisconnected?.(cause);
      },
      incomplete: (slot) => seen.incomplete.push(slot),
      queued({ slot }) {
        seen.newestSlot = Math.max(seen.newestSlot, slot);
      },
      written: (blocks) => detection.add(blocks),
      writeFailed: (error) => seen.writeErrors.push(error.message),
      equivocation: (slot, resolution) => seen.equivocations.push({ slot, resolution }),
      spillDamaged: (damage) => seen.damaged.push(damage),
    },
  });
  const running = ingester.run();
  let failure: Error | null = null;
  running.catch((error: Error) => {
    failure = error;
  });
  const beside = [detection.run(), repair.run(), chainWatch.run()];
  const deadline = Date.now() + deadlineMs;
  while (failure === null && Date.now() < deadline && !(await isDone(seen).catch(() => false)))
    await sleep(100);
  ingester.stop();
  await running;
  chainWatch.stop();
  repair.stop();
  detection.stop();
  await Promise.all(beside);
  return seen;
}

/** Stores all of a generated chain without any disturbance; gives how many blocks it has. */
export async function runUndisturbed(
  client: TestConnection,
  chain: GenerateOptions & { slots: number },
): Promise<number> {
  let slots = 0;
  let blocks = 0;
  const simulator = await startSimulator({
    generate: {
      ...chain,
      onTruth({ status }) {
        slots += 1;
        if (status === 'block') blocks += 1;
      },
    },
    pace: { slotMs: 0, retentionSlots: chain.slots },
    startOn: 'first-subscriber',
  });
  await runWhole({
    client,
    endpoint: simulator.endpoint,
    isDone: async () => slots === chain.slots && (await countSlots(client)) === blocks,
  });
  await simulator.stop();
  return blocks;
}

/** Slots of gaps that are not closed. */
export async function openGaps(client: TestConnection): Promise<number> {
  const [row] = await client.read.queryRows<[string]>(
    "SELECT count() FROM gaps FINAL WHERE state IN ('open', 'repairing')",
    TIMEOUT,
  );
  return Number(row?.[0]);
}

/** Reads the sandwiches, without the times and the counts of how often they were written. */
export async function sandwiches(client: TestConnection): Promise<string[]> {
  const rows = await client.read.queryRows<[string]>(
    `SELECT concat(s.bracket_id, ' ', toString(s.confidence_then), ' ', toString(s.first_slot), ' ', toString(s.listed_victims), ' ', arrayStringConcat(l.legs, ' '))
     FROM (SELECT * FROM sandwiches FINAL) AS s
     INNER JOIN
     (
       SELECT bracket_id, arraySort(groupArray(concat(toString(slot), '/', toString(block_index), '/', toString(outer_index), '/', toString(inner_index), '=', toString(role)))) AS legs
       FROM sandwich_legs FINAL GROUP BY bracket_id
     ) AS l ON l.bracket_id = s.bracket_id`,
    TIMEOUT,
  );
  return rows.map(([text]) => text).sort();
}

/** Digests of the tables of blocks up to a slot, and what the sandwiches say that were final long before it. */
export async function tablesUpTo(client: TestConnection, slot: number): Promise<Record<string, string>> {
  const isFinal = (sandwich: string): boolean => Number(sandwich.split(' ')[2]) <= slot - UNSETTLED_SLOTS;
  return {
    ...(await digests(client, { where: `slot <= ${slot}` })),
    sandwiches: (await sandwiches(client)).filter(isFinal).join('\n'),
  };
}

/** Tables that differ, with both digests. */
export function differentTables(
  found: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(expected)
    .filter((table) => expected[table] !== found[table])
    .map((table) => `${table}: ${found[table]} instead of ${expected[table]}`);
}
