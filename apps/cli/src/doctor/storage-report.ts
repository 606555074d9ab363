import {
  type BudgetReport,
  type ClickHouseClient,
  checkDiskBudget,
  DEFAULT_RETENTION,
  queryRows,
  readDiskUse,
  sqlFile,
} from '@tickscope/store';
import { daysUntilFull } from './days-until-full.js';

const TABLE_DAYS = sqlFile(import.meta.url, './table-days.sql');
const MEASURED_TIME = sqlFile(import.meta.url, './measured-time.sql');
const TIMEOUT = { timeoutMs: 30_000 };

export interface StoredTable {
  table: string;
  rows: number;
  bytes: number;
  parts: number;
  /** Its bytes for an hour of inserts, times 24; null: not known yet. */
  bytesPerDay: number | null;
  /** Days after which its rows go; null: they stay. */
  keptDays: number | null;
}

/** What is stored, how fast it grows, and when the disk budget will be used up. Bytes are those of active parts. */
export interface StorageReport {
  /** Largest first. */
  tables: StoredTable[];
  usedBytes: number;
  bytesPerDay: number | null;
  /** Hours from the first stored block's insertion to the last one's: the growth is measured over them. Null: no two. */
  measuredHours: number | null;
  budgetBytes: number;
  /** `setting`: the operator's; `disk`: what the tables hold and what is free beside them. */
  budgetFrom: 'setting' | 'disk';
  /** What the tables come to at their full age, at this pace. */
  neededBytes: number;
  /** Null: never at this pace, or the pace is not known yet. */
  daysUntilFull: number | null;
  state: BudgetReport['state'];
  /** Where the budget will not do: the days that would fit. */
  fittingDays: { setting: string; days: number; fittingDays: number }[];
}

const SETTINGS = {
  locks: 'RETENTION_LOCKS_DAYS',
  transactions: 'RETENTION_TRANSACTIONS_DAYS',
  swaps: 'RETENTION_SWAPS_DAYS',
} as const;
/** A table of each group of retention, for the days that are set now. */
const GROUP_TABLES = { locks: 'account_locks', transactions: 'transactions', swaps: 'swaps' } as const;

/** `budgetBytes` null: what the disk has. */
export async function readStorage(
  client: ClickHouseClient,
  budgetBytes: number | null,
): Promise<StorageReport> {
  const use = await readDiskUse(client);
  const known = new Map(
    (await queryRows<[string, number, string]>(client, TABLE_DAYS, TIMEOUT)).map(([table, days, rows]) => [
      table,
      { keptDays: days === 0 ? null : days, rows: Number(rows) },
    ]),
  );
  const [time] = await queryRows<[string, string]>(client, MEASURED_TIME, TIMEOUT);
  const measuredHours = Number(time?.[1] ?? 0) < 2 ? null : Number(time?.[0]) / 3_600;
  const tables = use.tables.map((table) => ({
    ...table,
    rows: known.get(table.table)?.rows ?? 0,
    keptDays: known.get(table.table)?.keptDays ?? null,
  }));
  const days = (group: keyof typeof GROUP_TABLES): number =>
    known.get(GROUP_TABLES[group])?.keptDays ?? DEFAULT_RETENTION[group];
  const report = checkDiskBudget(
    use,
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
    bytesPerDay: isKnown ? tables.reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0) : null,
    measuredHours,
    budgetBytes: report.budgetBytes,
    budgetFrom: budgetBytes === null ? 'disk' : 'setting',
    neededBytes: report.neededBytes,
    daysUntilFull: isKnown ? daysUntilFull(tables, report.budgetBytes) : null,
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
