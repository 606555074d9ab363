import { columnWidths, GAP, renderTable } from './render-table.js';

export interface Column {
  heading: string;
  align?: 'right';
  /** A narrow terminal drops the columns with the highest number first; columns without a number stay. */
  dispensable?: number;
}

/** Columns by their headings; `>` before one: to the right, as numbers are. */
export function columnsOf(...headings: string[]): Column[] {
  return headings.map((heading) =>
    heading.startsWith('>') ? { heading: heading.slice(1), align: 'right' } : { heading },
  );
}

export interface FittedTable {
  text: string;
  /** Headings of the columns that were dropped. */
  leftOut: string[];
  /** A sentence about them; none where all columns are there. */
  notes: string[];
}

/**
 * Formats a table no wider than the terminal. Columns are dropped one by one; if the rest is still too wide,
 * each row becomes a block of lines with all its cells.
 *
 * @param rows as many cells as columns, of clean text
 * @param maxWidth `null`: no limit
 */
export function fitTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  maxWidth: number | null,
): FittedTable {
  const lines = [columns.map(({ heading }) => heading), ...rows];
  const widths = columnWidths(lines, columns.length);
  const shown = new Set(columns.keys());
  const dispensable = [...columns.keys()]
    .filter((at) => columns[at]!.dispensable !== undefined)
    .sort((left, right) => columns[right]!.dispensable! - columns[left]!.dispensable!);
  const width = (): number => [...shown].reduce((sum, at) => sum + widths[at]! + GAP.length, -GAP.length);
  const limit = maxWidth ?? Number.POSITIVE_INFINITY;
  for (const at of dispensable) if (width() > limit) shown.delete(at);
  if (width() > limit) return { text: asBlocks(columns, rows), leftOut: [], notes: [] };

  const kept = [...shown];
  const leftOut = columns.filter((_, at) => !shown.has(at)).map(({ heading }) => heading);
  return {
    text: renderTable(
      lines.map((cells) => kept.map((at) => cells[at] ?? '')),
      kept.map((at) => columns[at]!.align ?? 'left'),
    ),
    leftOut,
    notes: leftOut.length === 0 ? [] : [`No room for: ${leftOut.join(', ')}.`],
  };
}

function asBlocks(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) =>
      columns
        .flatMap(({ heading }, at) => (row[at] ? [heading === '' ? row[at] : `${heading}: ${row[at]}`] : []))
        .join('\n'),
    )
    .join('\n\n');
}
