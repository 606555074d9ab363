import { RETAINED_TABLES, type RetentionDays, type RetentionGroup } from './apply-retention.js';
import { type DiskUse, totalUse } from './disk-use.js';

export interface BudgetReport {
  /**
   * `fits`: the tables at their full age fit the budget; `too_small`: they do not; `nearly_full`: they are close to it
   * now.
   */
  state: 'fits' | 'too_small' | 'nearly_full';
  /** Use that was judged: of the disk that is worst off, or of all of them. */
  use: DiskUse;
  usedBytes: number;
  budgetBytes: number;
  /** Estimated size of the tables at their full age, at the present growth rate. */
  neededBytes: number;
  /**
   * Per group: the estimated size, and the retention days that would fit if all groups were shortened proportionally.
   */
  groups: {
    group: RetentionGroup;
    tables: readonly string[];
    neededBytes: number;
    days: number;
    fittingDays: number;
  }[];
}

/** Merges need free space: they write the new part before they drop the old ones. */
const USABLE_SHARE = 0.9;
const NEARLY_FULL_SHARE = 0.85;

/**
 * With `budgetBytes`, what the tables of all servers may take together. Without it, each disk is judged by the free space
 * plus what the tables use there, and the one that is worst off is reported.
 */
export function checkDiskBudget(
  disks: readonly [DiskUse, ...DiskUse[]],
  retention: RetentionDays,
  budgetBytes: number | null,
): BudgetReport {
  if (budgetBytes !== null) return checkOne(totalUse(disks), retention, budgetBytes);
  const [first, ...others] = disks.map((use) => checkOne(use, retention, null));
  return others.reduce((worst, report) => (isWorse(report, worst) ? report : worst), first!);
}

const STATES = ['fits', 'too_small', 'nearly_full'] as const;

function isWorse(report: BudgetReport, than: BudgetReport): boolean {
  const difference = STATES.indexOf(report.state) - STATES.indexOf(than.state);
  const share = ({ neededBytes, budgetBytes }: BudgetReport): number => neededBytes / budgetBytes;
  return difference > 0 || (difference === 0 && share(report) > share(than));
}

function checkOne(use: DiskUse, retention: RetentionDays, budgetBytes: number | null): BudgetReport {
  const budget = budgetBytes ?? use.bytes + use.freeBytes;
  const groups = (Object.keys(RETAINED_TABLES) as RetentionGroup[]).map((group) => {
    const tables = RETAINED_TABLES[group];
    const perDay = use.tables
      .filter(({ table }) => tables.includes(table))
      .reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0);
    return { group, tables, perDay, days: retention[group], neededBytes: perDay * retention[group] };
  });
  const retained = new Set(groups.flatMap(({ tables }) => tables));
  const others = use.tables
    .filter(({ table }) => !retained.has(table))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const wanted = groups.reduce((sum, { neededBytes }) => sum + neededBytes, 0);
  const usable = Math.max(0, budget * USABLE_SHARE - others);
  const share = wanted === 0 ? 1 : Math.min(1, usable / wanted);
  const isNearlyFull = use.bytes >= budget * NEARLY_FULL_SHARE;
  return {
    state: isNearlyFull ? 'nearly_full' : wanted + others > budget * USABLE_SHARE ? 'too_small' : 'fits',
    use,
    usedBytes: use.bytes,
    budgetBytes: budget,
    neededBytes: wanted + others,
    groups: groups.map(({ group, tables, neededBytes, days }) => ({
      group,
      tables,
      neededBytes,
      days,
      fittingDays: Math.max(1, Math.floor(days * share)),
    })),
  };
}
