import { describe, expect, it } from 'vitest';
import { daysUntilFull } from './days-until-full.js';

describe('days until the budget is full', () => {
  it('tables whose rows stay: free space divided by the growth of a day', () => {
    const tables = [
      { bytes: 10, bytesPerDay: 2, keptDays: null },
      { bytes: 20, bytesPerDay: 3, keptDays: null },
    ];
    // 70 are left, 5 a day.
    expect(daysUntilFull(tables, 100)).toBe(14);
  });

  it('a table with retention stops growing once it holds its days', () => {
    const tables = [
      { bytes: 10, bytesPerDay: 10, keptDays: 4 },
      { bytes: 0, bytesPerDay: 1, keptDays: null },
    ];
    // 11 a day for three days: 43; then 1 a day.
    expect(daysUntilFull(tables, 32)).toBe(2);
    expect(daysUntilFull(tables, 43)).toBe(3);
    expect(daysUntilFull(tables, 50)).toBe(10);
  });

  it('never, when all tables hold their days within it', () => {
    const tables = [
      { bytes: 39, bytesPerDay: 10, keptDays: 4 },
      { bytes: 5, bytesPerDay: 0, keptDays: null },
    ];
    expect(daysUntilFull(tables, 46)).toBeNull();
    expect(daysUntilFull(tables, 44.5)).toBeCloseTo(0.05, 9);
  });

  it('a table that holds more than its days at this pace does not count as growing', () => {
    expect(daysUntilFull([{ bytes: 90, bytesPerDay: 10, keptDays: 8 }], 100)).toBeNull();
  });

  it('zero, when it is full already; never, when nothing is stored', () => {
    expect(daysUntilFull([{ bytes: 100, bytesPerDay: 1, keptDays: null }], 100)).toBe(0);
    expect(daysUntilFull([], 100)).toBeNull();
  });
});
