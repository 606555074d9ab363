import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import { bestVersions } from '../best-versions.js';
import type { Database, QueryContext } from '../database.js';
import { readScheduledLeaders } from '../reference/scheduled-leaders.js';
import { rowsOfSlots } from './rows-of-slots.js';

const STORED_SLOTS = defineFileQuery(import.meta.url, './stored-slots.sql', {
  params: { slots: param.integers },
  row: {
    slot: column.integer,
    blockhash: column.text,
    content: column.oneOf('full', 'no_entries', 'entries_only'),
    version: column.integer,
    /** Base58. */
    leader: column.nullable(column.address),
  },
  isPointRead: true,
});

/**
 * Returns those of some slots whose block is stored with its transactions, each with its leader (base58): by
 * the schedule, else by the fee reward; null where neither is known. A slot with two blocks is left out.
 */
export async function readStoredSlots(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlyMap<number, Address | null>> {
  const asked = [...slots];
  const [stored, scheduled] = await Promise.all([
    readRewardedLeaders(database, asked, context),
    readScheduledLeaders(database, asked, context),
  ]);
  return new Map([...stored].map(([slot, rewarded]) => [slot, scheduled.get(slot) ?? rewarded]));
}

/** The same with the leaders that the fee rewards name, where the schedule is known already. */
export async function readRewardedLeaders(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlyMap<number, Address | null>> {
  const blocks = await rowsOfSlots(STORED_SLOTS, { database, slots }, context);
  const whole = wholeSlots(blocks);
  const best = [...bestVersions(blocks, ({ slot }) => slot).values()].filter(({ slot }) => whole.has(slot));
  return new Map(best.map(({ slot, leader }) => [slot, leader]));
}

/** Returns those of some slots whose block is stored with its transactions. A slot with two blocks is left out. */
export async function readWholeSlots(
  database: Database,
  slots: Iterable<number>,
  context: QueryContext,
): Promise<ReadonlySet<number>> {
  return wholeSlots(await rowsOfSlots(STORED_SLOTS, { database, slots }, context));
}

/** Finds the slots with one block, and its transactions, among the rows of some slots in every version. */
export function wholeSlots(
  rows: readonly { slot: number; blockhash: string; content: 'full' | 'no_entries' | 'entries_only' }[],
): Set<number> {
  const hashes = new Map<number, string>();
  const whole = new Set<number>();
  const inConflict = new Set<number>();
  for (const { slot, blockhash, content } of rows) {
    const other = hashes.get(slot);
    if (other !== undefined && other !== blockhash) inConflict.add(slot);
    hashes.set(slot, blockhash);
    if (content !== 'entries_only') whole.add(slot);
  }
  for (const slot of inConflict) whole.delete(slot);
  return whole;
}
