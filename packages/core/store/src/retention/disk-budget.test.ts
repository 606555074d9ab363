import { describe, expect, it } from 'vitest';
import { DEFAULT_RETENTION } from './apply-retention.js';
import { type BudgetReport, checkDiskBudget } from './disk-budget.js';
import type { DiskUse } from './disk-use.js';

const GB = 1e9;

/** 10 GB a day of locks, 5 of transactions, 1 of swaps; 2 GB of what is kept for ever. */
function use(usedShare: number, freeBytes: number): DiskUse {
  const table = (name: string, perDay: number, days: number) => ({
    table: name,
    bytes: perDay * days * usedShare,
    bytesPerDay: perDay,
    parts: 10,
    partsOfPartition: 5,
  });
  const tables = [
    table('account_slots', 10 * GB, 4),
    table('transactions', 5 * GB, 8),
    table('swaps', 1 * GB, 35),
    { ...table('slots', 0, 1), bytes: 2 * GB },
  ];
  return {
    tables,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
    freeBytes,
    capacityBytes: 1_000 * GB,
  };
}

const days = ({ groups }: BudgetReport): number[] => groups.map(({ fittingDays }) => fittingDays);

describe('the disk budget', () => {
  // At full age: 40 + 40 + 35 GB, and the 2 that stay.
  it('is large enough when a tenth is left over with all tables at their full age', () => {
    const report = checkDiskBudget([use(0.1, 0)], DEFAULT_RETENTION, 131 * GB);
    expect(report).toMatchObject({ state: 'fits', neededBytes: 117 * GB, budgetBytes: 131 * GB });
    expect(days(report)).toEqual([4, 8, 35]);
  });

  it('is too small long before it is used up, and the days are named that would fit', () => {
    const report = checkDiskBudget([use(0.1, 0)], DEFAULT_RETENTION, 66.5 * GB);
    expect(report.state).toBe('too_small');
    // Nine tenths of 66.5, without the 2 that stay, are a little more than half of 115.
    expect(days(report)).toEqual([2, 4, 17]);
    expect(report.groups[0]).toMatchObject({ group: 'locks', neededBytes: 40 * GB });
  });

  it('is nearly full at 85 in a hundred of it', () => {
    expect(checkDiskBudget([use(1, 0)], DEFAULT_RETENTION, 137 * GB).state).toBe('nearly_full');
    expect(checkDiskBudget([use(1, 0)], DEFAULT_RETENTION, 138 * GB).state).toBe('fits');
  });

  it('defaults to the disk space for these tables', () => {
    expect(checkDiskBudget([use(0.5, 80 * GB)], DEFAULT_RETENTION, null).budgetBytes).toBe(
      (2 + 57.5 + 80) * GB,
    );
  });

  it('of several disks is that of the one that is worst off; a set one is for all together', () => {
    const disks = [use(0.5, 200 * GB), use(0.9, 5 * GB), use(0.5, 80 * GB)] as const;
    expect(checkDiskBudget([...disks], DEFAULT_RETENTION, null)).toMatchObject({
      ...{ state: 'nearly_full', use: disks[1], usedBytes: disks[1].bytes },
      budgetBytes: disks[1].bytes + 5 * GB,
    });
    const together = checkDiskBudget([...disks], DEFAULT_RETENTION, 1_000 * GB);
    expect(together).toMatchObject({ state: 'fits', neededBytes: 3 * 117 * GB });
    expect(together.use.tables).toHaveLength(4);
  });

  it('never suggests less than a day', () => {
    expect(days(checkDiskBudget([use(0.01, 0)], DEFAULT_RETENTION, 3 * GB))).toEqual([1, 1, 1]);
  });

  it('of empty tables gives no warning', () => {
    const empty = { tables: [], bytes: 0, freeBytes: 10 * GB, capacityBytes: 10 * GB };
    expect(checkDiskBudget([empty], DEFAULT_RETENTION, null)).toMatchObject({
      state: 'fits',
      neededBytes: 0,
    });
  });
});
