import { counted, formatBytes, formatCount, formatTable } from '@tickscope/command-line';
import { placeText } from './location.js';
import type { Manifest } from './manifest.js';
import type { RestoreReport } from './restore-backup.js';

/** Lists the content of a backup, largest tables first. */
export function describeBackup(folder: string, manifest: Manifest): string {
  const { clickhouse, accounts, base } = manifest;
  const place = placeText(clickhouse.location);
  const rows = clickhouse.tables
    .filter((table) => table.rows > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ table, rows: count, bytes }) => [table, formatCount(count), formatBytes(bytes)]);
  const accountRows = (accounts?.tables ?? [])
    .filter((table) => table.rows > 0)
    .map(({ table, rows: count, bytes }) => [`accounts: ${table}`, formatCount(count), formatBytes(bytes)]);
  return [
    formatTable([['table', 'rows', 'size'], ...rows, ...accountRows]),
    '',
    `${base === null ? 'Full backup' : `Backup on top of ${base.folder}`} in ${folder}: ${headText(clickhouse.headSlot)}, tables of version ${clickhouse.version}.`,
    ...(accounts === null ? ['Without accounts: no DATABASE_URL is set.'] : []),
    ...(place === null ? [] : [`ClickHouse's part: ${place}`]),
  ].join('\n');
}

export function describeRestore({ manifest, settled, hasAccounts }: RestoreReport): string {
  const { clickhouse, finishedAt } = manifest;
  const rows = clickhouse.tables.reduce((sum, table) => sum + table.rows, 0);
  const { replaced, unwritten } = settled;
  return [
    `Restored ${counted(rows, 'row')} of ${counted(clickhouse.tables.length, 'table')}, ${headText(clickhouse.headSlot)}, as of ${finishedAt}${hasAccounts ? ', with the accounts' : ', without accounts'}.`,
    ...(unwritten.length > 0
      ? [
          `Not part of it: ${counted(unwritten.length, 'block')} that ${unwritten.length === 1 ? 'was' : 'were'} being written then.`,
        ]
      : []),
    ...(replaced.length > 0
      ? [
          `Recorded as gaps: ${counted(replaced.length, 'block')} that ${replaced.length === 1 ? 'was' : 'were'} being replaced then.`,
        ]
      : []),
    'Rows whose days of retention have passed since they were inserted are dropped again (docs/operations.md).',
  ].join('\n');
}

function headText(headSlot: number | null): string {
  return headSlot === null ? 'no blocks' : `blocks up to slot ${headSlot}`;
}
