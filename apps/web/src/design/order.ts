import { type Column, cellsOf, type Order } from './table.js';

/** The rows in the order of a column. What is not known stands last, whichever way. */
export function ordered<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { by, isDescending }: Order,
): Row[] {
  const value = columns.map(cellsOf).find(({ name }) => name === by)?.value;
  if (value === undefined) return [...rows];
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((left, right) => {
    const a = value(left);
    const b = value(right);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (
      sign *
      (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en'))
    );
  });
}
