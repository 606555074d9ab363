import {
  type ActorHour,
  DEFAULT_THRESHOLDS,
  FINAL_AFTER_SLOTS,
  hourOf,
  LIVE_MAX_SPAN,
  type PayerSighting,
  type PriorSandwich,
  RECORD_HOURS,
  SLOTS_PER_HOUR,
} from '@tickscope/sandwich';
import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import { ACTOR_HOUR_COLUMNS, PAYER_COLUMNS, PAYER_SLOTS } from './history-rows.js';

const READ_PRIOR = defineFileQuery(import.meta.url, './read-prior.sql', {
  params: { from_slot: param.integer, to_slot: param.integer, ends_from: param.integer },
  row: {
    id: column.text,
    pool: column.text,
    backPool: column.text,
    attackers: column.list(column.text),
    linkAddress: column.text,
    program: column.nullable(column.text),
    isPassing: column.flag,
    isAimed: column.flag,
    quantityRatio: column.float,
    gross: column.text,
    net: column.nullable(column.text),
    lastSlot: column.integer,
  },
});
const READ_RECORDS = defineFileQuery(import.meta.url, './read-records.sql', {
  params: {
    from_slot: param.integer,
    to_slot: param.integer,
    ends_from: param.integer,
    slots_per_hour: param.integer,
    trip_quantity: param.float,
  },
  row: ACTOR_HOUR_COLUMNS,
});
const READ_PRIOR_LEGS = defineFileQuery(import.meta.url, './read-prior-legs.sql', {
  params: { from_slot: param.integer, to_slot: param.integer },
  row: { id: column.text, role: column.oneOf('front', 'back'), position: column.text },
});
const READ_PAYERS = defineFileQuery(import.meta.url, './read-payers.sql', {
  params: { from_slot: param.integer, to_slot: param.integer },
  row: PAYER_COLUMNS,
});
const STORED_SANDWICH_IDS = defineFileQuery(import.meta.url, './stored-sandwich-ids.sql', {
  params: { first_from: param.integer, last_from: param.integer, last_to: param.integer },
  row: { id: column.text, firstSlot: column.integer },
});
const SANDWICHES_DIGEST = defineFileQuery(import.meta.url, './sandwiches-digest.sql', {
  params: { first_from: param.integer, last_from: param.integer, last_to: param.integer },
  row: { digest: column.exact },
});
const NEIGHBOUR_SLOTS = defineFileQuery(import.meta.url, './neighbour-slots.sql', {
  params: { slot: param.integer },
  row: { before: column.nullable(column.integer), from: column.nullable(column.integer) },
});

const TIMEOUT = { timeoutMs: 60_000 };

/** The state with which the detector resumes as if it had seen every block before a slot. */
export interface DetectionState {
  prior: PriorSandwich[];
  records: ActorHour[];
  payers: PayerSighting[];
}

/**
 * @param firstSlot the first block the detector will see
 * @param finalTo sandwiches that end at or before this slot are final
 */
export async function readDetectionState(
  read: ReadConnection,
  firstSlot: number,
  finalTo: number,
): Promise<DetectionState> {
  const [prior, records, payers] = await Promise.all([
    readPrior(read, firstSlot, finalTo),
    readRecords(read, firstSlot),
    readPayers(read, firstSlot),
  ]);
  return { prior, records, payers };
}

/** The last slot of sandwiches that were final when a frontrun of a slot ran. */
function finalBy(slot: number): number {
  return slot - FINAL_AFTER_SLOTS;
}

async function readPrior(read: ReadConnection, firstSlot: number, finalTo: number): Promise<PriorSandwich[]> {
  const endsFrom = Math.max(0, finalBy(firstSlot) + 1);
  if (finalTo < endsFrom) return [];
  const params = { from_slot: Math.max(0, endsFrom - LIVE_MAX_SPAN), to_slot: finalTo, ends_from: endsFrom };
  const [rows, legs] = await Promise.all([
    runQuery(read, READ_PRIOR, params, TIMEOUT),
    readLegs(read, firstSlot, finalTo),
  ]);
  return rows.map(({ id, ...row }) => ({ ...row, ...(legs.get(id) ?? { fronts: [], backs: [] }) }));
}

async function readRecords(read: ReadConnection, firstSlot: number): Promise<ActorHour[]> {
  const to = finalBy(firstSlot);
  if (to < 0) return [];
  const endsFrom = Math.max(0, (hourOf(firstSlot) - RECORD_HOURS) * SLOTS_PER_HOUR);
  const params = {
    from_slot: Math.max(0, endsFrom - LIVE_MAX_SPAN),
    to_slot: to,
    ends_from: endsFrom,
    slots_per_hour: SLOTS_PER_HOUR,
    trip_quantity: DEFAULT_THRESHOLDS.tripQuantity,
  };
  return runQuery(read, READ_RECORDS, params, TIMEOUT);
}

// Legs before the window no longer claim swaps in it, but a sandwich may have legs on both sides of its start.
async function readLegs(read: ReadConnection, firstSlot: number, finalTo: number) {
  const params = { from_slot: Math.max(0, firstSlot - LIVE_MAX_SPAN), to_slot: finalTo };
  const rows = await runQuery(read, READ_PRIOR_LEGS, params, TIMEOUT);
  const legs = new Map<string, { fronts: string[]; backs: string[] }>();
  for (const { id, role, position } of rows) {
    const known = legs.get(id) ?? { fronts: [], backs: [] };
    (role === 'front' ? known.fronts : known.backs).push(position);
    legs.set(id, known);
  }
  return legs;
}

async function readPayers(read: ReadConnection, firstSlot: number): Promise<PayerSighting[]> {
  if (firstSlot === 0) return [];
  const params = { from_slot: Math.max(0, firstSlot - PAYER_SLOTS), to_slot: firstSlot - 1 };
  return runQuery(read, READ_PAYERS, params, TIMEOUT);
}

/** Returns the stored sandwiches whose last leg lies in a slot range, both ends included. */
export async function storedSandwichIds(
  read: ReadConnection,
  lastFrom: number,
  lastTo: number,
): Promise<{ id: string; firstSlot: number }[]> {
  return lastTo < lastFrom ? [] : runQuery(read, STORED_SANDWICH_IDS, endingIn(lastFrom, lastTo), TIMEOUT);
}

/** Returns a digest of the stored sandwiches whose last leg lies in a slot range, both ends included. */
export async function digestSandwiches(
  read: ReadConnection,
  lastFrom: number,
  lastTo: number,
): Promise<bigint> {
  if (lastTo < lastFrom) return 0n;
  const [row] = await runQuery(read, SANDWICHES_DIGEST, endingIn(lastFrom, lastTo), TIMEOUT);
  return row?.digest ?? 0n;
}

function endingIn(lastFrom: number, lastTo: number) {
  return {
    first_from: Math.max(0, lastFrom - LIVE_MAX_SPAN),
    last_from: Math.max(0, lastFrom),
    last_to: lastTo,
  };
}

/** Returns the newest stored block before a slot and the first one at or after it; null where there is none. */
export async function neighbourSlots(
  read: ReadConnection,
  slot: number,
): Promise<{ before: number | null; from: number | null }> {
  const [row] = await runQuery(read, NEIGHBOUR_SLOTS, { slot }, TIMEOUT);
  return row ?? { before: null, from: null };
}
