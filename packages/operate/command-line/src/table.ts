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

/** Names and what is said of each, indented. */
export function formatFacts(facts: readonly (readonly [name: string, fact: string])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, fact]) => `  ${name.padEnd(width)}  ${fact}`).join('\n');
}

export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 slot`, `1,200 slots`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
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
