import {
  type BudgetReport,
  checkDiskBudget,
  column,
  DEFAULT_RETENTION,
  defineFileQuery,
  readDiskUse,
  retentionDays,
  runQuery,
  type Store,
  type TableUse,
  totalUse,
  ttlClauses,
} from '@tickscope/store';
import { daysUntilFull } from './days-until-full.js';

const TABLE_DAYS = defineFileQuery(import.meta.url, './table-days.sql', {
  row: { table: column.text, engine: column.text, rows: column.integer },
});
const MEASURED_TIME = defineFileQuery(import.meta.url, './measured-time.sql', {
  row: { seconds: column.integer, blocks: column.integer },
});
const TIMEOUT = { timeoutMs: 30_000 };

export interface StoredTable {
  table: string;
  rows: number;
  bytes: number;
  parts: number;
  /** Bytes inserted per hour, times 24; null: not known yet. */
  bytesPerDay: number | null;
  /** Retention in days; null: rows are never dropped. */
  keptDays: number | null;
}

/** The stored data, of all servers together, its growth, and when the disk budget will be used up. Bytes are those of active parts. */
export interface StorageReport {
  /** Largest first. */
  tables: StoredTable[];
  /** On the disk that the budget is about: of several, the one that is worst off; on all, with a set budget. */
  usedBytes: number;
  /** How many disks hold the tables. */
  disks: number;
  bytesPerDay: number | null;
  /**
   * Hours between the insertion of the first and the last stored block, over which the growth is measured.
   * Null: fewer than two blocks.
   */
  measuredHours: number | null;
  budgetBytes: number;
  /** `setting`: set by the operator; `disk`: the size of the tables plus the free space. */
  budgetFrom: 'setting' | 'disk';
  /** The size of the tables at their full retention, at this growth. */
  neededBytes: number;
  /** Null: never at this growth, or the growth is not known yet. */
  daysUntilFull: number | null;
  state: BudgetReport['state'];
  /** Where the budget is too small: the days that would fit. */
  fittingDays: { setting: string; days: number; fittingDays: number }[];
}

const SETTINGS = {
  locks: 'RETENTION_LOCKS_DAYS',
  transactions: 'RETENTION_TRANSACTIONS_DAYS',
  swaps: 'RETENTION_SWAPS_DAYS',
} as const;
/** One table of each retention group, from which the current days are read. */
const GROUP_TABLES = { locks: 'account_slots', transactions: 'transactions', swaps: 'swaps' } as const;

/** `budgetBytes` null: the disk's capacity. */
export async function readStorage(
  store: Pick<Store, 'read' | 'administer'>,
  budgetBytes: number | null,
): Promise<StorageReport> {
  const { read, administer } = store;
  const disks = await readDiskUse(store);
  const known = new Map<string, { keptDays: number | null; rows: number }>();
  for (const { table, engine, rows } of await administer.ask(TABLE_DAYS, {}, TIMEOUT.timeoutMs)) {
    const before = known.get(table);
    const keptDays = retentionDays(ttlClauses(engine)) ?? before?.keptDays ?? null;
    known.set(table, { keptDays, rows: rows + (before?.rows ?? 0) });
  }
  const [time] = await runQuery(read, MEASURED_TIME, {}, TIMEOUT);
  const measuredHours = time === undefined || time.blocks < 2 ? null : time.seconds / 3_600;
  const withDays = (table: TableUse) => ({
    ...table,
    rows: known.get(table.table)?.rows ?? 0,
    keptDays: known.get(table.table)?.keptDays ?? null,
  });
  const tables = totalUse(disks).tables.map(withDays);
  const days = (group: keyof typeof GROUP_TABLES): number =>
    known.get(GROUP_TABLES[group])?.keptDays ?? DEFAULT_RETENTION[group];
  const report = checkDiskBudget(
    disks,
    { locks: days('locks'), transactions: days('transactions'), swaps: days('swaps') },
    budgetBytes,
  );
  const isKnown = measuredHours !== null;
  return {
    tables: tables.map(({ table, rows, bytes, parts, bytesPerDay, keptDays }) => ({
      ...{ table, rows, bytes, parts, keptDays },
      bytesPerDay: isKnown ? bytesPerDay : null,
    })),
    usedBytes: report.usedBytes,
    disks: disks.length,
    bytesPerDay: isKnown ? tables.reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0) : null,
    measuredHours,
    budgetBytes: report.budgetBytes,
    budgetFrom: budgetBytes === null ? 'disk' : 'setting',
    neededBytes: report.neededBytes,
    daysUntilFull: isKnown ? daysUntilFull(report.use.tables.map(withDays), report.budgetBytes) : null,
    state: report.state,
    fittingDays:
      report.state === 'fits'
        ? []
        : report.groups.map(({ group, days, fittingDays }) => ({
            setting: SETTINGS[group],
            days,
            fittingDays,
          })),
  };
}
