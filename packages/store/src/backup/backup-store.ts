import type { Store } from '../connection/open-store.js';
import { newestDetectableSlot } from '../newest-block.js';
import { column, defineQuery, param, runQuery, sqlFile } from '../query/index.js';
import { BACKUP_PARTS, type BackupPart, type BackupTarget, targetSql } from './backup-target.js';
import { runOperation } from './run-operation.js';

const TABLE_SIZES = defineQuery({
  name: 'table-sizes',
  sql: sqlFile(import.meta.url, './table-sizes.sql'),
  params: { changed_from: param.integer },
  row: { table: column.text, rows: column.integer, bytes: column.integer, changedBytes: column.integer },
});
const UNSETTLED_SLOTS = defineQuery({
  name: 'unsettled-slots',
  sql: sqlFile(import.meta.url, './unsettled-slots.sql'),
  params: { since_us: param.exact },
  row: { slot: column.integer },
});
const SERVER_CLOCK = defineQuery({
  name: 'server-clock',
  sql: 'SELECT toUnixTimestamp64Micro(now64(6))',
  params: {},
  row: { nowUs: column.exact },
});
const TIMEOUT = { timeoutMs: 60_000 };

/** Written last, so copied first: a row of them says that rows of other tables are complete. */
const LAST_WRITTEN = ['slots', 'detected_slots'];
/** Written first, so copied last: of every block of which the copy has any rows, it has these. */
const FIRST_WRITTEN = ['transactions', 'entries'];
/**
 * A writer takes the time of a replacement, and then records it: both within half a minute, or the write fails. Until
 * then the replacement is not seen here, and it may be over before it is looked for again.
 */
const RECORDING_US = 60_000_000n;
/** Belong to a process that works on the store, not to its content. */
const LEFT_OUT = ['migration_lock', 'unfinished_restore'];

export interface TableSize {
  table: string;
  /** Unmerged copies included. */
  rows: number;
  bytes: number;
}

export interface StoreBackup {
  /** By the server's clock, in microseconds, before anything was copied. */
  startedAtUs: bigint;
  /** The newest block with transactions; null for a store without blocks. */
  headSlot: number | null;
  /** Slots whose block was replaced meanwhile: what was copied of them may be partial. */
  unsettledSlots: number[];
  /** As the server had them when the copy was done. */
  tables: TableSize[];
}

export interface BackupStoreOptions {
  database: string;
  target: BackupTarget;
  /** The backup that this one adds to; it needs it for a restore. */
  base: BackupTarget | null;
  signal?: AbortSignal | undefined;
  /** `bytes`: written so far; parts that the base has are not written. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** The size of the tables, and of those parts of them that are newer than a time: what a backup on a base writes at most. */
export async function readBackupSize(
  read: Store['read'],
  changedFromMs: number,
): Promise<{ bytes: number; changedBytes: number }> {
  const rows = await runQuery(
    read,
    TABLE_SIZES,
    { changed_from: Math.floor(changedFromMs / 1_000) },
    TIMEOUT,
  );
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  return { bytes: sum(({ bytes }) => bytes), changedBytes: sum(({ changedBytes }) => changedBytes) };
}

/**
 * Copies every table of the database by ClickHouse's own BACKUP, beside whatever writes into it. The order of
 * the parts makes a block whose row of `slots` was copied complete in the copy (docs/adr/0023).
 *
 * @throws BackupError
 */
export async function backupStore(
  store: Pick<Store, 'read' | 'administer'>,
  { database, target, base, signal, onProgress }: BackupStoreOptions,
): Promise<StoreBackup> {
  const { read } = store;
  const [clock] = await runQuery(read, SERVER_CLOCK, {}, TIMEOUT);
  const startedAtUs = clock!.nowUs;
  const since = { since_us: startedAtUs - RECORDING_US };
  const before = await runQuery(read, UNSETTLED_SLOTS, since, TIMEOUT);
  const headSlot = await newestDetectableSlot(read);
  let done = 0;
  for (const part of BACKUP_PARTS) {
    done += await runOperation(store, {
      statement: `BACKUP ${contentSql(part, database)} TO ${targetSql(target, part)}`,
      settings: baseSettings(base, part),
      target,
      signal,
      onProgress: (bytes) => onProgress?.(done + bytes),
    });
  }
  const after = await runQuery(read, UNSETTLED_SLOTS, since, TIMEOUT);
  const tables = await runQuery(read, TABLE_SIZES, { changed_from: 0 }, TIMEOUT);
  return {
    startedAtUs,
    headSlot,
    unsettledSlots: [...new Set([...before, ...after].map(({ slot }) => slot))].sort((a, b) => a - b),
    tables: tables
      .filter(({ table }) => !LEFT_OUT.includes(table))
      .map(({ table, rows, bytes }) => ({ table, rows, bytes })),
  };
}

/** The tables of a part, as BACKUP takes them. */
function contentSql(part: BackupPart, database: string): string {
  const names = (tables: readonly string[], before = ''): string =>
    tables.map((table) => `${before}${database}.${table}`).join(', ');
  switch (part) {
    case 'slots':
      return names(LAST_WRITTEN, 'TABLE ');
    case 'tables':
      return `DATABASE ${database} EXCEPT TABLES ${names([...LAST_WRITTEN, ...FIRST_WRITTEN, ...LEFT_OUT])}`;
    case 'blocks':
      return names(FIRST_WRITTEN, 'TABLE ');
  }
}

/** A whole part, as RESTORE takes it. */
export function wholePartSql(part: BackupPart, database: string): string {
  return part === 'tables' ? `DATABASE ${database}` : contentSql(part, database);
}

/** The base is written into the backup, so its credentials are left out: they are those of the backup itself. */
export function baseSettings(base: BackupTarget | null, part: BackupPart): Record<string, string> {
  if (base === null) return {};
  if (base.kind !== 's3') return { base_backup: targetSql(base, part) };
  return {
    base_backup: targetSql({ ...base, credentials: null }, part),
    use_same_s3_credentials_for_base_backup: '1',
  };
}
