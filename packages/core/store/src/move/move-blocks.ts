import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineQuery, runQuery } from '../query/index.js';
import { ROW_TABLES } from '../writer/tables.js';
import { MoveError } from './move-error.js';
import { copyRows, differing, differingGroups, digestsBy, equalRows } from './moved-table.js';
import { type Moving, step, tableOf } from './moving.js';

/** A list of slots is sent with each statement. ClickHouse reads statements of up to 256 KB. */
export const MOST_RANGE_SLOTS = 16_384;
const DELETED_AT_ONCE = 1_000;
const TIMEOUT_MS = 600_000;
/** Blocks may be replaced while they are copied, which shows as a difference. */
const TRIES = 4;

/**
 * Copies the blocks that the new store does not have as the old one has them, the newest first. A block's row of `slots`
 * comes last, when the rows of its range are there and equal. So what the new store has in `slots` needs no second look,
 * and a call that was interrupted is taken up by the next one.
 *
 * Blocks that are written or replaced meanwhile are left to the next call.
 *
 * @returns blocks copied or removed
 */
export async function moveBlocks(moving: Moving): Promise<number> {
  const slots = tableOf(moving, 'slots');
  const group = `intDiv(slot, ${moving.rangeSlots})`;
  step(moving, 'slots');
  let changed = 0;
  for (const range of await differingGroups(moving, slots, group, { onKeys: null }))
    changed += await moveRange(moving, range);
  return changed;
}

async function moveRange(moving: Moving, range: number): Promise<number> {
  const { from, to, rangeSlots } = moving;
  const fromSlot = range * rangeSlots;
  const within = `slot BETWEEN ${fromSlot} AND ${fromSlot + rangeSlots - 1}`;
  const slots = tableOf(moving, 'slots');
  const digestsIn = (read: ReadConnection): Promise<Map<number, string>> =>
    digestsBy(read, slots, 'slot', { onKeys: within });

  const [old, present] = await Promise.all([digestsIn(from.read), digestsIn(to.read)]);
  const wrong = differing(old, present);
  step(moving, 'slots', fromSlot);
  await removeFrom(
    moving,
    'slots',
    wrong.filter((slot) => present.has(slot)),
  );
  await removeLeftovers(moving, within, (slot) => present.has(slot) && present.get(slot) === old.get(slot));

  const wanted = wrong.filter((slot) => old.has(slot));
  for (const name of ROW_TABLES) {
    if (wanted.length === 0) break;
    step(moving, name, fromSlot);
    const copied = await copyRows(moving.transfer, tableOf(moving, name), among(wanted), moving.signal);
    moving.moved.bytes += copied;
  }
  const settled = await equalBlocks(moving, wanted, fromSlot, () => digestsIn(from.read), old);
  const isSettled = new Set(settled);
  const unsettled = wanted.filter((slot) => !isSettled.has(slot));
  for (const name of ROW_TABLES) await removeFrom(moving, name, unsettled);
  if (settled.length > 0)
    moving.moved.bytes += await copyRows(moving.transfer, slots, among(settled), moving.signal);
  moving.moved.blocks += settled.length;
  return settled.length + wrong.length - wanted.length;
}

/**
 * Which of the copied blocks the old store still has as they were, after their rows were compared.
 *
 * @throws MoveError `differs`
 */
async function equalBlocks(
  moving: Moving,
  wanted: readonly number[],
  fromSlot: number,
  now: () => Promise<Map<number, string>>,
  before: ReadonlyMap<number, string>,
): Promise<number[]> {
  for (let tries = 1; ; tries += 1) {
    const after = await now();
    const settled = wanted.filter((slot) => after.get(slot) === before.get(slot));
    if (settled.length === 0) return [];
    let rows = 0;
    const wrong: string[] = [];
    for (const name of ROW_TABLES) {
      const asked = { ...among(settled), keptAt: Math.floor(Date.now() / 1_000) };
      const compared = await equalRows(moving, tableOf(moving, name), asked);
      if (compared === null) wrong.push(name);
      else rows += compared;
    }
    if (wrong.length === 0) {
      moving.moved.rows += rows;
      return settled;
    }
    if (tries < TRIES) continue;
    throw new MoveError(
      'differs',
      `the copied rows of ${wrong.join(', ')} from slot ${fromSlot} on are not those of the old store: run the command again, it copies them once more`,
    );
  }
}

/** Rows that an interrupted move left in the new store, and those of blocks that are not as they should be. */
async function removeLeftovers(
  moving: Moving,
  within: string,
  isRight: (slot: number) => boolean,
): Promise<void> {
  for (const name of ROW_TABLES) {
    const sql = `SELECT DISTINCT slot FROM ${name} PREWHERE ${within}`;
    const query = defineQuery({ name: 'moved-slots', sql, params: {}, row: { slot: column.integer } });
    const found = await runQuery(moving.to.read, query, {}, { timeoutMs: TIMEOUT_MS });
    await removeFrom(
      moving,
      name,
      found.map(({ slot }) => slot).filter((slot) => !isRight(slot)),
    );
  }
}

async function removeFrom({ to, signal }: Moving, table: string, slots: readonly number[]): Promise<void> {
  for (let at = 0; at < slots.length; at += DELETED_AT_ONCE) {
    signal?.throwIfAborted();
    await to.write.deleteSlots(table, slots.slice(at, at + DELETED_AT_ONCE));
  }
}

function among(slots: readonly number[]): { onKeys: string } {
  const first = slots.reduce((least, slot) => Math.min(least, slot));
  const last = slots.reduce((most, slot) => Math.max(most, slot));
  return { onKeys: `slot BETWEEN ${first} AND ${last} AND slot IN (${slots.join(',')})` };
}
