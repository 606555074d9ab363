import type { Store } from '../connection/open-store.js';
import { writeGaps } from '../gaps/write-gaps.js';
import { column, defineQuery, param, runQuery, sqlFile } from '../query/index.js';
import { ROW_TABLES } from '../writer/tables.js';
import { baseSettings, wholePartSql } from './backup-store.js';
import { BACKUP_PARTS, type BackupTarget, targetSql } from './backup-target.js';
import { runOperation } from './run-operation.js';

const ORPHAN_SLOTS = defineQuery({
  name: 'orphan-slots',
  sql: sqlFile(import.meta.url, './orphan-slots.sql'),
  params: { from: param.integer },
  row: { slot: column.integer },
});
const MISNUMBERED_PARTS = defineQuery({
  name: 'misnumbered-parts',
  sql: sqlFile(import.meta.url, './misnumbered-parts.sql'),
  params: {},
  row: { table: column.text, partition: column.text },
});
const ORDERED_FEED = sqlFile(import.meta.url, './ordered-feed.sql');

const TIMEOUT_MS = 600_000;
/** Writing a block takes seconds; a writer that waits for ClickHouse sends the same rows again. */
const WRITING_SECONDS = 600;

export interface RestoreStoreOptions {
  database: string;
  target: BackupTarget;
  /** Where the base of the backup is now; null for a full backup. */
  base: BackupTarget | null;
  signal?: AbortSignal | undefined;
  /** Bytes read so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Restores the tables of a backup into a database that `beginRestore` has emptied. @throws BackupError */
export async function restoreStore(
  store: Pick<Store, 'read' | 'write' | 'administer'>,
  { database, target, base, signal, onProgress }: RestoreStoreOptions,
): Promise<void> {
  let done = 0;
  for (const part of BACKUP_PARTS) {
    done += await runOperation(store, {
      statement: `RESTORE ${wholePartSql(part, database)} FROM ${targetSql(target, part)}`,
      settings: baseSettings(base, part),
      target,
      signal,
      onProgress: (bytes) => onProgress?.(done + bytes),
    });
  }
  await renumberParts(store);
  await orderFeed(store);
}

/**
 * Gives the parts of tables new numbers. A restored part keeps the number of the last deletion that it has seen, but the
 * table counts from 1 again: it would take later deletions for old ones, and the part would keep its rows. Attaching from
 * another table links the files and starts the numbers again.
 */
async function renumberParts({ read, administer }: Pick<Store, 'read' | 'administer'>): Promise<void> {
  const run = (statement: string) => administer.execute(statement, { timeoutMs: TIMEOUT_MS });
  const partitions = await runQuery(read, MISNUMBERED_PARTS, {}, { timeoutMs: TIMEOUT_MS });
  for (const table of new Set(partitions.map((each) => each.table))) {
    await run(`RENAME TABLE ${table} TO restored_parts`);
    await run(`CREATE TABLE ${table} AS restored_parts`);
    for (const { partition } of partitions.filter((each) => each.table === table))
      await run(`ALTER TABLE ${table} ATTACH PARTITION ID '${partition}' FROM restored_parts`);
    await run('DROP TABLE restored_parts SYNC');
  }
}

/**
 * Writes the rows of the feed again, in their order. A restore gives parts new block numbers, and the feed is read by
 * those numbers (docs/adr/0010).
 */
async function orderFeed({ write, administer }: Pick<Store, 'write' | 'administer'>): Promise<void> {
  const run = (statement: string) => administer.execute(statement, { timeoutMs: TIMEOUT_MS });
  await run('RENAME TABLE sandwich_feed TO restored_feed');
  await run('CREATE TABLE sandwich_feed AS restored_feed');
  await write.insertSelected(ORDERED_FEED, { timeoutMs: TIMEOUT_MS, inBackground: true });
  await run('DROP TABLE restored_feed SYNC');
}

export interface SettledSlots {
  /** Their block was being replaced: removed, and recorded as gaps. */
  replaced: number[];
  /** Their block was being written: its rows are removed. */
  unwritten: number[];
}

/**
 * Removes what the backup holds of blocks that were being written or replaced while it was made, so that the store is
 * one that its writers could have left.
 */
export async function settleRestored(
  { read, write }: Pick<Store, 'read' | 'write'>,
  { startedAtUs, unsettledSlots }: { startedAtUs: bigint; unsettledSlots: readonly number[] },
): Promise<SettledSlots> {
  const replaced = [...unsettledSlots];
  if (replaced.length > 0) {
    await write.deleteSlots('slots', replaced);
    await writeGaps(
      write,
      replaced.map((slot) => ({
        ...{ fromSlot: slot, toSlot: slot, cause: 'replaced' as const, state: 'open' as const },
        detail: 'its block was being replaced when the backup was made',
      })),
    );
  }
  const from = Math.max(0, Number(startedAtUs / 1_000_000n) - WRITING_SECONDS);
  const orphans = await runQuery(read, ORPHAN_SLOTS, { from }, { timeoutMs: TIMEOUT_MS });
  const unwritten = orphans.map(({ slot }) => slot).filter((slot) => !replaced.includes(slot));
  const slots = [...replaced, ...unwritten];
  if (slots.length > 0) for (const table of ROW_TABLES) await write.deleteSlots(table, slots);
  return { replaced, unwritten };
}
