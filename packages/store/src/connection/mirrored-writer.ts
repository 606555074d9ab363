import { ROW_TABLES } from '../writer/tables.js';
import { allDone } from './all-done.js';
import { stampedRows } from './stamped-rows.js';
import type { WriteConnection } from './write-connection.js';

/** The rows by which a writer finds what another one left of a block (BlockWriter). */
const FOUND_BY: ReadonlySet<string> = new Set(['transactions', 'entries']);
const OF_BLOCKS: ReadonlySet<string> = new Set(ROW_TABLES);

export interface MirrorOptions {
  /** Seconds since 1970, by the clock of the first copy. */
  clock(): Promise<number>;
  /** Returns why a copy cannot be written; null: all of its servers answer. */
  check(): Promise<Error | null>;
}

/**
 * Writes to both copies of a store. A call ends when both have acknowledged; if one fails, nothing still runs when it
 * throws, and the caller tries again.
 *
 * The first copy answers the writers' reads. So what is visible there is on the second copy too: rows appear on the second
 * copy first and disappear on the first one first. Rows of a block are not visible before its row of `slots`. Of these, the
 * ones by which a writer finds the remains of another are on the first copy first; the rest is written to both at once.
 *
 * After a failure nothing is written before both copies answer: a copy that is being filled from the other needs that one
 * unchanged.
 */
export function mirroredWriter(
  first: WriteConnection,
  second: WriteConnection,
  { clock, check }: MirrorOptions,
): WriteConnection {
  let isDoubtful = false;
  const guarded = async (write: () => Promise<void>): Promise<void> => {
    if (isDoubtful) {
      const error = await check();
      if (error !== null) throw error;
      isDoubtful = false;
    }
    try {
      await write();
    } catch (error) {
      isDoubtful = true;
      throw error;
    }
  };
  type Write = (copy: WriteConnection) => Promise<void>;
  const firstBefore = (write: Write): Promise<void> =>
    guarded(async () => {
      await write(first);
      await write(second);
    });
  const secondBefore = (write: Write): Promise<void> =>
    guarded(async () => {
      await write(second);
      await write(first);
    });
  const atOnce = (write: Write): Promise<void> =>
    guarded(async () => {
      await allDone([write(first), write(second)]);
    });
  const deleted = (table: string, write: Write): Promise<void> =>
    OF_BLOCKS.has(table) ? atOnce(write) : firstBefore(write);

  return {
    async insertRows(table, columns, parts) {
      const write: Write = (copy) => copy.insertRows(table, columns, parts);
      if (FOUND_BY.has(table)) await firstBefore(write);
      else if (OF_BLOCKS.has(table)) await atOnce(write);
      else if (table !== 'slots') await secondBefore(write);
      else if (parts.some(({ rows }) => rows > 0)) {
        // Digests of heat are made of the times at which blocks were stored, so both copies have the same.
        const stamped = stampedRows(parts, await clock());
        await secondBefore((copy) => copy.insertRows(table, [...columns, 'inserted_at'], [stamped]));
      }
    },
    insertObjects: (table, objects) => secondBefore((copy) => copy.insertObjects(table, objects)),
    insertSelected: (sql, options) => secondBefore((copy) => copy.insertSelected(sql, options)),
    deleteSlot: (table, slot) => deleted(table, (copy) => copy.deleteSlot(table, slot)),
    deleteSlots: (table, slots) => deleted(table, (copy) => copy.deleteSlots(table, slots)),
  };
}
