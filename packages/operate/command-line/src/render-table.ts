import Table from 'cli-table3';
import { widthOf } from './terminal-text.js';

export const GAP = '  ';
/** cli-table3 takes time with the square of its rows. */
const ROWS_AT_ONCE = 100;

const PARTS = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
  ['', '-mid', '-left', '-right'].map((corner) => `${side}${corner}`),
);
const NO_LINES = { ...Object.fromEntries(PARTS.map((part) => [part, ''])), middle: GAP };

/** The lines of a table without borders. @param rows the heading is one of them, where there is one */
export function renderTable(
  rows: readonly (readonly string[])[],
  aligns: readonly ('left' | 'right')[],
): string {
  const widths = columnWidths(rows, aligns.length);
  const lines: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const table = new Table({
      chars: NO_LINES,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colAligns: [...aligns],
      // A width of 0 would be none.
      colWidths: widths.map((width) => Math.max(1, width)),
    });
    table.push(...rows.slice(from, from + ROWS_AT_ONCE).map((row) => aligns.map((_, at) => row[at] ?? '')));
    lines.push(...table.toString().split('\n'));
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function columnWidths(rows: readonly (readonly string[])[], columns: number): number[] {
  const widths = Array.from({ length: columns }, () => 0);
  for (const row of rows)
    for (let at = 0; at < columns; at += 1) widths[at] = Math.max(widths[at]!, widthOf(row[at] ?? ''));
  return widths;
}
