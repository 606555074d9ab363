import { renderTable } from './render-table.js';

const NUMBER = /^$|^[-–]$|^[\d,.]+( ?[A-Za-z%/]+)?$/;

/** Formats rows as a table for a terminal, columns of numbers right-aligned. The first row is the heading. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const aligns = Array.from({ length: columns }, (_, at) =>
    rows.slice(1).every((row) => NUMBER.test(row[at] ?? '')) ? 'right' : 'left',
  );
  return renderTable(rows, aligns);
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
