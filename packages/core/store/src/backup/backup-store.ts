import type { Store } from '../connection/open-store.js';
import { newestDetectableSlot } from '../newest-block.js';
import { column, defineFileQuery, defineQuery, param, runQuery } from '../query/index.js';
import { backupPhases, LEFT_OUT, nameOfPlace } from './backup-steps.js';
import { type BackupTarget, targetSql } from './backup-target.js';
import { runPhase } from './run-phase.js';

const TABLE_SIZES = defineFileQuery(import.meta.url, './table-sizes.sql', {
  params: { changed_from: param.integer },
  row: { table: column.text, rows: column.integer, bytes: column.integer, changedBytes: column.integer },
});
const UNSETTLED_SLOTS = defineFileQuery(import.meta.url, './unsettled-slots.sql', {
  params: { since_us: param.exact },
  row: { slot: column.integer },
});
const SERVER_CLOCK = defineQuery({
  name: 'server-clock',
  sql: 'SELECT toUnixTimestamp64Micro(now64(6))',
  row: { nowUs: column.exact },
});
const TIMEOUT = { timeoutMs: 60_000 };

/**
 * A writer takes the time of a replacement, and then records it: both within half a minute, or the write fails. Until
 * then the replacement is not seen here, and it may be over before it is looked for again.
 */
const RECORDING_US = 60_000_000n;
export interface TableSize {
  /** As in a manifest. */
  table: string;
  /** Unmerged versions included. */
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
  target: BackupTarget;
  /** The backup that this one adds to; it needs it for a restore. */
  base: BackupTarget | null;
  signal?: AbortSignal | undefined;
  /** `bytes`: written so far; parts that the base has are not written. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** The size of the tables, and of those parts of them that are newer than a time: what a backup on a base writes at most. */
export async function readBackupSize(
  { administer }: Pick<Store, 'administer'>,
  changedFromMs: number,
): Promise<{ bytes: number; changedBytes: number }> {
  const since = { changed_from: Math.floor(changedFromMs / 1_000) };
  const rows = await administer.ask(TABLE_SIZES, since, TIMEOUT.timeoutMs);
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  return { bytes: sum(({ bytes }) => bytes), changedBytes: sum(({ changedBytes }) => changedBytes) };
}

/**
 * Copies every table of every server with ClickHouse's own BACKUP, while other programs may write. Because of the order of
 * the parts, a block whose row of `slots` was copied is complete in the copy (docs/adr/0023).
 *
 * @throws BackupError
 */
export async function backupStore(
  store: Pick<Store, 'read' | 'administer'>,
  { target, base, signal, onProgress }: BackupStoreOptions,
): Promise<StoreBackup> {
  const { read, administer } = store;
  const [clock] = await runQuery(read, SERVER_CLOCK, {}, TIMEOUT);
  const startedAtUs = clock!.nowUs;
  const since = { since_us: startedAtUs - RECORDING_US };
  const before = await runQuery(read, UNSETTLED_SLOTS, since, TIMEOUT);
  const headSlot = await newestDetectableSlot(read);
  let done = 0;
  for (const steps of backupPhases(administer.places))
    done += await runPhase(steps, signal, {
      operation: ({ part, content }) => ({
        statement: `BACKUP ${content} TO ${targetSql(target, part)}`,
        settings: baseSettings(base, part),
        target,
      }),
      onProgress: (bytes) => onProgress?.(done + bytes),
    });
  const after = await runQuery(read, UNSETTLED_SLOTS, since, TIMEOUT);
  const tables: TableSize[] = [];
  for (const place of administer.places)
    for (const { table, rows, bytes } of await runQuery(
      place.read,
      TABLE_SIZES,
      { changed_from: 0 },
      TIMEOUT,
    ))
      if (!LEFT_OUT.includes(table)) tables.push({ table: nameOfPlace(place, table), rows, bytes });
  return {
    startedAtUs,
    headSlot,
    unsettledSlots: [...new Set([...before, ...after].map(({ slot }) => slot))].sort((a, b) => a - b),
    tables,
  };
}

/** The base is written into the backup, so its credentials are left out: they are those of the backup itself. */
export function baseSettings(base: BackupTarget | null, part: string): Record<string, string> {
  if (base === null) return {};
  if (base.kind !== 's3') return { base_backup: targetSql(base, part) };
  return {
    base_backup: targetSql({ ...base, credentials: null }, part),
    use_same_s3_credentials_for_base_backup: '1',
  };
}
