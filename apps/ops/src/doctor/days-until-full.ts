export interface GrowingTable {
  bytes: number;
  bytesPerDay: number;
  /** Retention in days; `null`: rows are never dropped. */
  keptDays: number | null;
}

/**
 * Days until the tables reach `budgetBytes` in total at their current growth. A table with retention grows
 * until it holds the rows of its days, then stays. 0: the budget is used up already; `null`: it will never be.
 */
export function daysUntilFull(tables: readonly GrowingTable[], budgetBytes: number): number | null {
  const growing = tables
    .map(({ bytes, bytesPerDay, keptDays }) => ({
      bytesPerDay,
      untilDay: keptDays === null ? Number.POSITIVE_INFINITY : Math.max(0, keptDays - bytes / bytesPerDay),
    }))
    .filter(({ bytesPerDay, untilDay }) => bytesPerDay > 0 && untilDay > 0)
    .sort((left, right) => left.untilDay - right.untilDay);
  let missing = budgetBytes - tables.reduce((sum, { bytes }) => sum + bytes, 0);
  if (missing <= 0) return 0;
  let perDay = growing.reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0);
  let day = 0;
  for (const { bytesPerDay, untilDay } of growing) {
    const inReach = missing / perDay;
    if (day + inReach <= untilDay) return day + inReach;
    missing -= perDay * (untilDay - day);
    perDay -= bytesPerDay;
    day = untilDay;
  }
  return null;
}
