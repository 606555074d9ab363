import type { PayerSighting, PriorSandwich } from '@tickscope/sandwich';
import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import {
  HISTORY_SLOTS,
  PAYER_SLOTS,
  type PayerRow,
  type PriorSandwichRow,
  toPayerSighting,
  toPriorSandwich,
} from './history-rows.js';

const READ_PRIOR = sqlFile(import.meta.url, './read-prior.sql');
const READ_PRIOR_LEGS = sqlFile(import.meta.url, './read-prior-legs.sql');
const READ_PAYERS = sqlFile(import.meta.url, './read-payers.sql');
const STORED_SANDWICH_IDS = sqlFile(import.meta.url, './stored-sandwich-ids.sql');
const NEIGHBOUR_SLOTS = sqlFile(import.meta.url, './neighbour-slots.sql');

const TIMEOUT = { timeoutMs: 60_000 };

/** The state with which the detector resumes as if it had seen every block before a slot. */
export interface DetectionState {
  prior: PriorSandwich[];
  payers: PayerSighting[];
}

/**
 * @param firstSlot the first block the detector will see
 * @param finalTo sandwiches that end at or before this slot are final
 */
export async function readDetectionState(
  client: ClickHouseClient,
  firstSlot: number,
  finalTo: number,
): Promise<DetectionState> {
  const params = {
    history_from: Math.max(0, firstSlot - HISTORY_SLOTS),
    claims_from: firstSlot,
    last_slot: Math.max(0, finalTo),
  };
  const [rows, legs, payers] = await Promise.all([
    finalTo < 0 ? [] : queryRows<PriorSandwichRow>(client, READ_PRIOR, { params, ...TIMEOUT }),
    finalTo < 0 ? new Map<string, PriorLegs>() : readLegs(client, firstSlot, finalTo),
    readPayers(client, firstSlot),
  ]);
  return { prior: rows.map((row) => toPriorSandwich(row, legs.get(row[0]))), payers };
}

type PriorLegs = Pick<PriorSandwich, 'fronts' | 'backs'>;

/** Legs before the window no longer claim swaps in it, but a sandwich may have legs on both sides of its start. */
const WIDEST_STORED_SPAN = 20;

async function readLegs(
  client: ClickHouseClient,
  firstSlot: number,
  finalTo: number,
): Promise<Map<string, PriorLegs>> {
  const params = { from_slot: Math.max(0, firstSlot - WIDEST_STORED_SPAN), to_slot: finalTo };
  const rows = await queryRows<[string, 'front' | 'back', string]>(client, READ_PRIOR_LEGS, {
    params,
    ...TIMEOUT,
  });
  const legs = new Map<string, { fronts: string[]; backs: string[] }>();
  for (const [id, role, position] of rows) {
    const known = legs.get(id) ?? { fronts: [], backs: [] };
    (role === 'front' ? known.fronts : known.backs).push(position);
    legs.set(id, known);
  }
  return legs;
}

async function readPayers(client: ClickHouseClient, firstSlot: number): Promise<PayerSighting[]> {
  if (firstSlot === 0) return [];
  const params = { from_slot: Math.max(0, firstSlot - PAYER_SLOTS), to_slot: firstSlot - 1 };
  const rows = await queryRows<PayerRow>(client, READ_PAYERS, { params, ...TIMEOUT });
  return rows.map(toPayerSighting);
}

/** Returns the stored sandwiches whose last leg lies in a slot range, both ends included. */
export async function storedSandwichIds(
  client: ClickHouseClient,
  lastFrom: number,
  lastTo: number,
): Promise<{ id: string; firstSlot: number }[]> {
  if (lastTo < lastFrom) return [];
  const rows = await queryRows<[string, string]>(client, STORED_SANDWICH_IDS, {
    params: {
      first_from: Math.max(0, lastFrom - WIDEST_STORED_SPAN),
      last_from: Math.max(0, lastFrom),
      last_to: lastTo,
    },
    ...TIMEOUT,
  });
  return rows.map(([id, firstSlot]) => ({ id, firstSlot: Number(firstSlot) }));
}

/** Returns the newest stored block before a slot and the first one at or after it; null where there is none. */
export async function neighbourSlots(
  client: ClickHouseClient,
  slot: number,
): Promise<{ before: number | null; from: number | null }> {
  const rows = await queryRows<[string | null, string | null]>(client, NEIGHBOUR_SLOTS, {
    params: { slot },
    ...TIMEOUT,
  });
  const [before = null, from = null] = rows[0] ?? [];
  return { before: before === null ? null : Number(before), from: from === null ? null : Number(from) };
}
