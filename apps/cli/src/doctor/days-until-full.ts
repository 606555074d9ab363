export interface GrowingTable {
  bytes: number;
  bytesPerDay: number;
  /** Days after which its rows go; `null`: they stay. */
  keptDays: number | null;
}

/**
 * Days until the tables together take `budgetBytes`, at the pace that each has now. A table whose rows go grows until
 * it holds the rows of its days, and no more. 0: they take it already; `null`: they never will.
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
