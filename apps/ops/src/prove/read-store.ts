import type { SlotRange } from '@tickscope/chain';
import { readUnknownSwaps } from '@tickscope/queries/unknown-swaps';
import { column, defineFileQuery, param, type ReadConnection, readWith } from '@tickscope/store';
import type { VerifyProgress } from '@tickscope/verify';
import { sandwichCheck, verifyRange } from '@tickscope/verify';
import type { StoreProof } from './proof.js';
import type { Quantiles } from './quantiles.js';

const RANGE = { from_slot: param.integer, to_slot: param.integer };
const RANGE_SWAPS = defineFileQuery(import.meta.url, './range-swaps.sql', {
  params: RANGE,
  row: {
    programId: column.text,
    dexName: column.text,
    decoded: column.integer,
    inferred: column.integer,
    failed: column.integer,
  },
});
const RANGE_SANDWICHES = defineFileQuery(import.meta.url, './range-sandwiches.sql', {
  params: RANGE,
  row: {
    programId: column.text,
    dexName: column.text,
    exact: column.integer,
    loose: column.integer,
    suspected: column.integer,
    victims: column.integer,
  },
});
const RANGE_DELAYS = defineFileQuery(import.meta.url, './range-delays.sql', {
  params: RANGE,
  row: { count: column.integer, p50: column.integer, p99: column.integer, max: column.integer },
});
const NEWEST_SLOTS = defineFileQuery(import.meta.url, './newest-slots.sql', {
  params: { blocks: param.integer },
  row: { fromSlot: column.integer, toSlot: column.integer, ageSeconds: column.integer },
});

const TIMEOUT_MS = 120_000;
const MOST_UNKNOWN = 1_000;
const MOST_PROBLEMS = 50;
const reader = (read: ReadConnection) => readWith(read, { timeoutMs: TIMEOUT_MS });

/** The slots of the newest blocks, and how long ago the last one was stored; null: there are none. */
export async function newestRange(
  read: ReadConnection,
  blocks: number,
): Promise<{ range: SlotRange; ageSeconds: number } | null> {
  const [newest] = await reader(read)(NEWEST_SLOTS, { blocks });
  if (newest === undefined) return null;
  const { fromSlot, toSlot, ageSeconds } = newest;
  return { range: { fromSlot, toSlot }, ageSeconds };
}

/** Verifies a range as `tickscope verify --poh` does, and counts what was decoded and found in it. */
export async function proveStored(
  read: ReadConnection,
  { fromSlot, toSlot }: SlotRange,
  threads: number,
  onProgress: (at: VerifyProgress) => void,
): Promise<StoreProof> {
  const verified = await verifyRange(read, {
    ...{ fromSlot, toSlot, onProgress },
    checkSandwiches: sandwichCheck(),
    pohWorkers: threads,
  });
  const range = { from_slot: fromSlot, to_slot: toSlot };
  return {
    verified: { ...verified, problems: verified.problems.slice(0, MOST_PROBLEMS) },
    swaps: await reader(read)(RANGE_SWAPS, range),
    unknownSwaps: await readUnknownSwaps(reader(read), { sinceSlot: fromSlot, toSlot, limit: MOST_UNKNOWN }),
    sandwiches: await reader(read)(RANGE_SANDWICHES, range),
  };
}

export async function readDelays(
  read: ReadConnection,
  { fromSlot, toSlot }: SlotRange,
): Promise<Quantiles | null> {
  const [delays] = await reader(read)(RANGE_DELAYS, { from_slot: fromSlot, to_slot: toSlot });
  return delays === undefined || delays.count === 0 ? null : delays;
}
