import { MOST_RANGE_SLOTS } from './move-blocks.js';
import { copyRows, differingGroups, equalRows, type RowSet } from './moved-table.js';
import { type Moving, step, tableOf } from './moving.js';

/** A slot has few rows of these, and a schedule has all 432,000 slots of an epoch: small ranges would be thousands. */
const RANGE_SLOTS = MOST_RANGE_SLOTS;

/** Tables that detection and the schedule write, with the slot in their sort key. */
const BY_SLOT: Readonly<Record<string, string>> = {
  leaders: 'slot',
  detected_slots: 'slot',
  sandwich_legs: 'slot',
  sandwich_legs_by_trader: 'slot',
  sandwiches: 'first_slot',
  sandwiches_by_address: 'first_slot',
  sandwich_feed_legs: 'first_slot',
  actor_trips: 'first_slot',
};
/** A few thousand rows at most, or as many as there are accounts of a kind. */
const WHOLE = ['validators', 'tokens', 'labels', 'tip_accounts', 'gaps', 'retention'] as const;

/**
 * Copies the tables beside the blocks, where they differ. Their rows are replaced by newer ones and go only with their
 * retention, so that a copy needs no deletion.
 *
 * @returns parts of tables that differed
 */
export async function moveTables(moving: Moving): Promise<number> {
  let differed = 0;
  for (const [name, column] of Object.entries(BY_SLOT)) differed += await moveBySlot(moving, name, column);
  for (const name of WHOLE) differed += await moveWhole(moving, name);
  return differed;
}

async function moveBySlot(moving: Moving, name: string, column: string): Promise<number> {
  const table = tableOf(moving, name);
  step(moving, name);
  const ranges = await differingGroups(moving, table, `intDiv(${column}, ${RANGE_SLOTS})`, keptRows());
  for (const range of ranges) {
    const first = range * RANGE_SLOTS;
    step(moving, name, first);
    const onKeys = `${column} BETWEEN ${first} AND ${first + RANGE_SLOTS - 1}`;
    moving.moved.bytes += await copyRows(moving.transfer, table, { onKeys }, moving.signal);
  }
  return ranges.length;
}

async function moveWhole(moving: Moving, name: string): Promise<number> {
  const table = tableOf(moving, name);
  step(moving, name);
  if ((await equalRows(moving, table, keptRows())) !== null) return 0;
  // Migrations have written rows of their own into some.
  await moving.to.administer.execute(`TRUNCATE TABLE ${name}`, { timeoutMs: 60_000 });
  moving.moved.bytes += await copyRows(moving.transfer, table, { onKeys: null }, moving.signal);
  return 1;
}

function keptRows(): RowSet {
  return { onKeys: null, keptAt: Math.floor(Date.now() / 1_000) };
}
