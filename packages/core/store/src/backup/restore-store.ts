import type { StorePlace } from '../connection/admin-connection.js';
import type { Store } from '../connection/open-store.js';
import { FIRST_CLUSTER } from '../connection/placed-statements.js';
import { WHOLE_TABLES } from '../connection/placement.js';
import { writeGaps } from '../gaps/write-gaps.js';
import { column, defineFileQuery, defineQuery, param, runQuery, sqlFile } from '../query/index.js';
import { ROW_TABLES } from '../writer/tables.js';
import { backupPhases } from './backup-steps.js';
import { baseSettings } from './backup-store.js';
import { type BackupTarget, targetSql } from './backup-target.js';
import { runPhase } from './run-phase.js';

const ORPHAN_SLOTS = defineFileQuery(import.meta.url, './orphan-slots.sql', {
  params: { from: param.integer },
  row: { slot: column.integer },
});
const MISNUMBERED_PARTS = defineFileQuery(import.meta.url, './misnumbered-parts.sql', {
  row: { table: column.text, partition: column.text },
});
const HAS_TABLE = defineQuery({
  name: 'has-table',
  sql: 'SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
  params: { table: param.text },
  row: { tables: column.integer },
});
const ORDERED_FEED = sqlFile(import.meta.url, './ordered-feed.sql');

const TIMEOUT_MS = 600_000;
/** Writing a block takes seconds; a writer that waits for ClickHouse sends the same rows again. */
const WRITING_SECONDS = 600;

export interface RestoreStoreOptions {
  target: BackupTarget;
  /** Where the base of the backup is now; null for a full backup. */
  base: BackupTarget | null;
  signal?: AbortSignal | undefined;
  /** Bytes read so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Restores the tables of a backup into databases that `beginRestore` has emptied. @throws BackupError */
export async function restoreStore(
  { write, administer: { places } }: Pick<Store, 'write' | 'administer'>,
  { target, base, signal, onProgress }: RestoreStoreOptions,
): Promise<void> {
  let done = 0;
  for (const steps of backupPhases(places))
    done += await runPhase(steps, signal, {
      operation: ({ part, whole }) => ({
        statement: `RESTORE ${whole} FROM ${targetSql(target, part)}`,
        settings: baseSettings(base, part),
        target,
      }),
      onProgress: (bytes) => onProgress?.(done + bytes),
    });
  for (const place of places) await renumberParts(place);
  for (const place of places) if (place.server > 0 && !place.isShard) await copyWholeTables(place, places[0]);
  await orderFeed(places[0], write);
}

/**
 * Gives the parts of tables new numbers. A restored part keeps the number of the last deletion that it has seen, but the
 * table counts from 1 again: it would take later deletions for old ones, and the part would keep its rows. Attaching from
 * another table links the files and starts the numbers again.
 */
async function renumberParts(place: StorePlace): Promise<void> {
  const run = (statement: string) => place.execute(statement, { timeoutMs: TIMEOUT_MS });
  const partitions = await runQuery(place.read, MISNUMBERED_PARTS, {}, { timeoutMs: TIMEOUT_MS });
  for (const table of new Set(partitions.map((each) => each.table))) {
    await run(`RENAME TABLE ${table} TO restored_parts`);
    await run(`CREATE TABLE ${table} AS restored_parts`);
    for (const { partition } of partitions.filter((each) => each.table === table))
      await run(`ALTER TABLE ${table} ATTACH PARTITION ID '${partition}' FROM restored_parts`);
    await run('DROP TABLE restored_parts SYNC');
  }
}

/**
 * Fills the tables that are whole on every server with the rows of the first. The servers were copied at different moments,
 * and what the first one had says what the backup holds.
 */
async function copyWholeTables(place: StorePlace, first: StorePlace): Promise<void> {
  const run = (statement: string) => place.execute(statement, { timeoutMs: TIMEOUT_MS });
  for (const table of WHOLE_TABLES) {
    const [found] = await runQuery(first.read, HAS_TABLE, { table }, { timeoutMs: TIMEOUT_MS });
    if (found?.tables !== 1) continue;
    await run(
      `CREATE OR REPLACE TABLE of_first AS ${table} ENGINE = Distributed('${FIRST_CLUSTER}', '${first.database}', '${table}')`,
    );
    await run(`TRUNCATE TABLE ${table}`);
    await run(`INSERT INTO ${table} SELECT * FROM of_first`);
    await run('DROP TABLE of_first SYNC');
  }
}

/**
 * Writes the rows of the feed again, in their order. A restore gives parts new block numbers, and the feed is read by
 * those numbers (docs/adr/0010).
 */
async function orderFeed(first: StorePlace, write: Store['write']): Promise<void> {
  const run = (statement: string) => first.execute(statement, { timeoutMs: TIMEOUT_MS });
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
