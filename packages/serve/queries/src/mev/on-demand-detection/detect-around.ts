import { positionKey } from '@tickscope/chain';
import {
  detectSandwiches,
  FINAL_AFTER_SLOTS,
  LIVE_MAX_SPAN,
  type Sandwich,
  victimsAtWindow,
} from '@tickscope/sandwich';
import { column, defineFileQuery } from '@tickscope/store';
import { type PoolRange, poolRanges, readPoolTradesWith } from '@tickscope/store/trades';
import { type Database, type QueryContext, readOf } from '../../database.js';
import { readHistories, readPayers } from './actor-histories.js';
import type { Neighbourhood } from './neighbourhoods.js';

const RANGE_SIZES = defineFileQuery(import.meta.url, './range-sizes.sql', {
  params: { ranges: poolRanges },
  row: {
    /** Counted from 1. */
    rangeNumber: column.integer,
    swaps: column.integer,
  },
});

/** Read beyond the window, so that the first pass finds short sandwiches at its ends as they are stored. */
const MARGIN_SLOTS = LIVE_MAX_SPAN + FINAL_AFTER_SLOTS;
/** The most swaps read at once, some 1.5 kB of text each. A pool with more in its range is read alone. */
const SWAPS_AT_ONCE = 40_000;

/** A counted sandwich of more than 20 slots, and the neighbourhood that contains its victims. */
export interface Detected {
  near: Neighbourhood;
  sandwich: Sandwich;
  /** The newest block that was read. */
  lastSlot: number;
}

/** Detects the counted sandwiches of more than 20 slots that have one of the transactions as victim. */
export async function detectAround(
  database: Database,
  neighbourhoods: readonly Neighbourhood[],
  window: number,
  context: QueryContext,
  progress: (share: number) => void,
): Promise<Detected[]> {
  const reach = window + MARGIN_SLOTS;
  const first = await detectWithin(database, neighbourhoods, window, reach, context, (share) =>
    progress(0.8 * share),
  );
  // A leg may belong to a shorter sandwich that reaches beyond the slots read, or one of that sandwich's legs
  // to a still shorter one. This is rare, so those neighbourhoods are read again with a wider range.
  const again = new Set(first.filter((it) => !isSeenWhole(it, reach)).map(({ near }) => near));
  if (again.size === 0) return first;
  const second = await detectWithin(
    database,
    [...again],
    window,
    3 * window + MARGIN_SLOTS,
    context,
    (share) => progress(0.8 + 0.2 * share),
  );
  return [...first.filter(({ near }) => !again.has(near)), ...second];
}

/**
 * Whether the slots read around the victims include every sandwich that may take a leg from this one, directly
 * or through another sandwich.
 */
function isSeenWhole({ near, sandwich: { firstSlot, lastSlot } }: Detected, reach: number): boolean {
  const around = 2 * (lastSlot - firstSlot) + MARGIN_SLOTS;
  return (
    firstSlot - around >= near.victims[0]!.slot - reach &&
    lastSlot + around <= near.victims.at(-1)!.slot + reach
  );
}

interface Unit {
  near: Neighbourhood;
  range: PoolRange;
}

async function detectWithin(
  database: Database,
  neighbourhoods: readonly Neighbourhood[],
  window: number,
  reach: number,
  context: QueryContext,
  progress: (share: number) => void,
): Promise<Detected[]> {
  const units = neighbourhoods.map((near): Unit => {
    const fromSlot = Math.max(0, near.victims[0]!.slot - reach);
    return { near, range: { pool: near.pool, fromSlot, toSlot: near.victims.at(-1)!.slot + reach } };
  });
  const found: Detected[] = [];
  let done = 0;
  for (const some of await inBatches(database, units, context)) {
    const ranges = some.map(({ range }) => range);
    const reading = readPoolTradesWith(readOf(database, context), ranges);
    const [trades, histories, payers] = await Promise.all([
      reading,
      readHistories(database, ranges, context),
      reading.then((read) => readPayers(database, ranges, read, context)),
    ]);
    for (const [at, { near }] of some.entries()) {
      context.signal.throwIfAborted();
      const blocks = trades[at]!;
      const options = { window, ...histories[at]!, payers: payers[at]! };
      const lastSlot = blocks.at(-1)?.slot ?? 0;
      for (const sandwich of detectSandwiches(blocks, options))
        if (isWideAround(sandwich, near, window)) found.push({ near, sandwich, lastSlot });
      done += 1;
      progress(done / units.length);
      await unblock();
    }
  }
  return found;
}

function isWideAround(sandwich: Sandwich, { victims }: Neighbourhood, window: number): boolean {
  // Shorter ones are in the tables, computed with complete data.
  if (sandwich.lastSlot - sandwich.firstSlot <= LIVE_MAX_SPAN || sandwich.confidence === 'suspected')
    return false;
  const asked = new Set(victims.map(positionKey));
  return victimsAtWindow(sandwich, window).some(({ swap }) => asked.has(positionKey(swap)));
}

/** Splits the work into batches that fit in memory. */
async function inBatches(
  database: Database,
  units: readonly Unit[],
  context: QueryContext,
): Promise<Unit[][]> {
  if (units.length === 0) return [];
  const ranges = units.map(({ range }) => range);
  const rows = await database.rows(RANGE_SIZES, { ranges }, context);
  const sizes = new Map(rows.map(({ rangeNumber, swaps }) => [rangeNumber - 1, swaps]));
  const batches: Unit[][] = [];
  let room = 0;
  for (const [at, unit] of units.entries()) {
    const size = sizes.get(at) ?? 0;
    if (batches.length === 0 || size > room) {
      batches.push([]);
      room = SWAPS_AT_ONCE;
    }
    batches.at(-1)!.push(unit);
    room -= size;
  }
  return batches;
}

/** Yields to the event loop, so that other work of this process can run. */
function unblock(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
