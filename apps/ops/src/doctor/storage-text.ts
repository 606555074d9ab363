import { formatBytes, formatCount, formatTable } from '@tickscope/command-line';
import { bad, type Check, note, ok } from './check.js';
import type { StorageReport } from './storage-report.js';

export function budgetCheck(report: StorageReport): Check {
  const what = 'disk budget';
  const { usedBytes, budgetBytes, budgetFrom, bytesPerDay, measuredHours, disks } = report;
  const disk = disks === 1 ? 'the disk' : `the fullest of ${disks} disks`;
  const source = budgetFrom === 'setting' ? '' : `, what ${disk} has`;
  const facts = [
    `${formatBytes(usedBytes)} of ${formatBytes(budgetBytes)}${source}`,
    measuredHours === null || bytesPerDay === null
      ? 'growth not known yet'
      : `${formatBytes(bytesPerDay)} a day by ${formatHours(measuredHours)} of inserts`,
    ...(measuredHours === null ? [] : [fullText(report)]),
  ].join('; ');
  if (report.state === 'nearly_full') return bad(what, `${facts}. NEARLY FULL: ${advice(report)}`);
  if (report.state === 'too_small') return note(what, `${facts}. TOO SMALL: ${advice(report)}`);
  return ok(what, facts);
}

/** A row per table, and their sum. */
export function storageTable({ tables, bytesPerDay }: StorageReport): string {
  const sum = (of: (table: StorageReport['tables'][number]) => number): number =>
    tables.reduce((total, table) => total + of(table), 0);
  return formatTable([
    ['table', 'rows', 'on disk', 'parts', 'a day', 'kept, days'],
    ...tables.map(({ table, rows, bytes, parts, bytesPerDay: perDay, keptDays }) => [
      table,
      formatCount(rows),
      formatBytes(bytes),
      formatCount(parts),
      perDay === null ? '–' : formatBytes(perDay),
      keptDays === null ? '–' : String(keptDays),
    ]),
    [
      'all',
      formatCount(sum(({ rows }) => rows)),
      formatBytes(sum(({ bytes }) => bytes)),
      formatCount(sum(({ parts }) => parts)),
      bytesPerDay === null ? '–' : formatBytes(bytesPerDay),
      '',
    ],
  ]);
}

function fullText({ daysUntilFull, neededBytes }: StorageReport): string {
  if (daysUntilFull === null) return `never full at this pace (comes to ${formatBytes(neededBytes)})`;
  if (daysUntilFull === 0) return 'full now';
  return `full in ${daysUntilFull < 10 ? daysUntilFull.toFixed(1) : formatCount(Math.floor(daysUntilFull))} days`;
}

function advice({ fittingDays }: StorageReport): string {
  const settings = fittingDays
    .filter(({ days, fittingDays: fitting }) => fitting < days)
    .map(({ setting, days, fittingDays: fitting }) => `${setting}=${fitting} (now ${days})`);
  return settings.length === 0
    ? 'give it more disk'
    : `give it more disk, or set ${settings.join(', ')} for the ingester`;
}

/** Less than an hour counts as one hour: the growth is then underestimated. */
function formatHours(hours: number): string {
  return hours < 1 ? `${(hours * 60).toFixed(0)} minutes (reckoned as an hour)` : `${hours.toFixed(1)} hours`;
}
