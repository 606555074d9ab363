import { DEFAULT_THRESHOLDS, type Sandwich } from '@tickscope/sandwich';
import type { ReadWrite } from '../connection/open-store.js';
import { WRITE_TIMEOUT_MS, type WriteConnection } from '../connection/write-connection.js';
import { sqlFile } from '../query/index.js';
import { changedTrips } from './actor-trips.js';
import { storedRevisions } from './compare-sandwiches.js';
import { PAYER_SLOTS, RECORD_SLOTS } from './history-rows.js';

const MARK_DUE = sqlFile(import.meta.url, './mark-due.sql');
const MARK_DUE_BY_PAYERS = sqlFile(import.meta.url, './mark-due-by-payers.sql');

/**
 * Marks slots as due again whose sandwiches may be judged differently because earlier sandwiches change: the record of an
 * actor (rule 11) covers the day before. Call it before the changed sandwiches are stored, so that a crash in between
 * loses nothing.
 *
 * @param changed sandwiches about to be stored, with their new state; null for those about to be retracted
 * @param afterSlot the present detection pass judges sandwiches up to this slot itself
 * @returns false if no record changes
 */
export async function markDueAfter(
  { read, write }: ReadWrite,
  changed: readonly { id: string; firstSlot: number; sandwich: Sandwich | null }[],
  afterSlot: number,
): Promise<boolean> {
  const stored = await storedRevisions(read, changed);
  const trips = changedTrips(changed.map(({ id, sandwich }) => ({ sandwich, former: stored.get(id) })));
  if (trips.length === 0) return false;
  const newTrips = new Map<string, number>();
  for (const { addresses, isGone } of trips)
    for (const address of new Set(addresses))
      newTrips.set(address, (newTrips.get(address) ?? 0) + (isGone ? 0 : 1));
  const lastSlots = trips.map(({ lastSlot }) => lastSlot);
  const dueFrom = Math.max(afterSlot, Math.min(...lastSlots)) + 1;
  const dueTo = Math.max(...lastSlots) + RECORD_SLOTS;
  if (dueTo < dueFrom) return true;
  await write.insertSelected(MARK_DUE, {
    params: {
      addresses: [...newTrips.keys()],
      fresh_trips: [...newTrips.values()],
      trips_needed: DEFAULT_THRESHOLDS.botTrips,
      trip_quantity: DEFAULT_THRESHOLDS.tripQuantity,
      trips_from: Math.max(0, dueFrom - RECORD_SLOTS),
      due_from: dueFrom,
      due_to: dueTo,
    },
    timeoutMs: WRITE_TIMEOUT_MS,
  });
  return true;
}

/**
 * Marks slots of the next hour as due again whose sandwiches are linked only by a fee payer, if that payer paid for
 * other wallets in newly detected blocks (rule 1, L1: a relayer links no wallets).
 *
 * @param payers base58
 * @param afterSlot the present detection pass judges sandwiches up to this slot itself
 */
export async function markDueByPayers(
  write: WriteConnection,
  payers: readonly string[],
  afterSlot: number,
): Promise<void> {
  if (payers.length === 0) return;
  await write.insertSelected(MARK_DUE_BY_PAYERS, {
    params: { payers, due_from: afterSlot + 1, due_to: afterSlot + PAYER_SLOTS },
    timeoutMs: WRITE_TIMEOUT_MS,
  });
}
