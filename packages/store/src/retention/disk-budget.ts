import { RETAINED_TABLES, type RetentionDays, type RetentionGroup } from './apply-retention.js';
import type { DiskUse } from './disk-use.js';

export interface BudgetReport {
  /**
   * `fits`: the tables at their full age stay within the budget; `too_small`: they will not; `nearly_full`: they are
   * close to it now.
   */
  state: 'fits' | 'too_small' | 'nearly_full';
  usedBytes: number;
  budgetBytes: number;
  /** What the tables come to when they are as old as they may get, at the present pace. */
  neededBytes: number;
  /** Of each group: what it comes to, and the days that would fit if all groups gave way alike. */
  groups: {
    group: RetentionGroup;
    tables: readonly string[];
    neededBytes: number;
    days: number;
    fittingDays: number;
  }[];
}

/** Merges need room for what they write before they drop what they read. */
const USABLE_SHARE = 0.9;
const NEARLY_FULL_SHARE = 0.85;

/** `budgetBytes` `null`: the disk's free room and what the tables hold of it. */
export function checkDiskBudget(
  use: DiskUse,
  retention: RetentionDays,
  budgetBytes: number | null,
): BudgetReport {
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
