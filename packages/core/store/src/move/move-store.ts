import { openStore, type Store, type StoreOptions } from '../connection/open-store.js';
import { openTransfer } from '../connection/transfer.js';
import { checkSchema, pendingMigrations } from '../migrate.js';
import { copyRetention } from '../retention/apply-retention.js';
import { MOST_RANGE_SLOTS, moveBlocks } from './move-blocks.js';
import { MoveError } from './move-error.js';
import { moveFeed } from './move-feed.js';
import { moveHeat } from './move-heat.js';
import { beginMove, finishMove } from './move-marker.js';
import { moveTables } from './move-tables.js';
import { readMovedTables } from './moved-table.js';
import type { Moved, MoveProgress, Moving } from './moving.js';

export interface MoveStoreOptions {
  /** Is read only, and may be written by its ingester meanwhile. */
  from: StoreOptions;
  /** Empty, or half of a move from the same store. */
  to: StoreOptions;
  /** Nothing writes to the old store any more: copy what is left, compare, and open the new one. */
  finish: boolean;
  rangeSlots?: number;
  signal?: AbortSignal | undefined;
  onProgress?(progress: MoveProgress): void;
}

export interface MoveReport extends Moved {
  seconds: number;
  /** The new store is equal and may be used; otherwise it follows with the next call. */
  isFinished: boolean;
}

const REQUEST_TIMEOUT_MS = 600_000;
/** At most this many blocks are left for the last call, when nothing is written any more. Copying them takes seconds. */
const FEW_BLOCKS = 1_000;
/** The most looks at a store. Where it is not written, the second finds nothing but rows that have just expired. */
const MOST_LOOKS = 4;

/**
 * Copies a store into another one, with any number of servers (docs/adr/0033). What differs is copied, range by range, so
 * that a call takes up what an interrupted one left.
 *
 * @throws MoveError; OtherSchemaError for a store of another build
 */
export async function moveStore(options: MoveStoreOptions): Promise<MoveReport> {
  const startedAt = performance.now();
  const long = { requestTimeoutMs: REQUEST_TIMEOUT_MS };
  const from = openStore({ ...options.from, ...long });
  const to = openStore({ ...options.to, ...long });
  try {
    await prepare(from, to);
    const moving: Moving = {
      from,
      to,
      transfer: openTransfer(options.from, options.to),
      tables: await readMovedTables(from),
      rangeSlots: Math.min(options.rangeSlots ?? MOST_RANGE_SLOTS, MOST_RANGE_SLOTS),
      signal: options.signal,
      onProgress: options.onProgress ?? (() => {}),
      moved: { blocks: 0, rows: 0, bytes: 0 },
    };
    await checkTables(moving);
    if (options.finish) {
      await copyToTheEnd(moving);
      await finishMove(to);
    } else while ((await copyDifferences(moving)).blocks > FEW_BLOCKS);
    const seconds = (performance.now() - startedAt) / 1_000;
    return { ...moving.moved, seconds, isFinished: options.finish };
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

async function prepare(from: Store, to: Store): Promise<void> {
  await checkSchema(from);
  if ((await pendingMigrations(from.read)).length > 0)
    throw new MoveError(
      'other_version',
      'the store to move has not the tables of this build: run "tickscope migrate" first',
    );
  await beginMove(from, to);
  await copyRetention(from, to);
}

/** A row of the new store has the columns of the old one's. */
async function checkTables({ tables, to }: Moving): Promise<void> {
  const present = await readMovedTables(to);
  for (const { name, columns, keys } of tables.values()) {
    const replica = present.get(name);
    if (replica?.columns.join() !== columns.join() || replica.keys !== keys)
      throw new MoveError('other_version', `the table ${name} of the two stores has not the same columns`);
  }
}

async function copyToTheEnd(moving: Moving): Promise<void> {
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const { blocks, others } = await copyDifferences(moving);
    if (blocks === 0 && others === 0) return;
  }
  throw new MoveError(
    'still_written',
    'the old store still changes: stop its ingester, and run the command again; everything copied stays',
  );
}

/** Copies what differed when it was looked at. */
async function copyDifferences(moving: Moving): Promise<{ blocks: number; others: number }> {
  const blocks = await moveBlocks(moving);
  const others = (await moveHeat(moving)) + (await moveTables(moving)) + (await moveFeed(moving));
  return { blocks, others };
}
