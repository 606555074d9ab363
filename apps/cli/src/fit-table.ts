import { widthOf } from './terminal-text.js';

export interface Column {
  heading: string;
  align?: 'right';
  /** A narrow terminal drops the columns with the highest number first; columns without a number stay. */
  dispensable?: number;
}

export interface FittedTable {
  text: string;
  /** Headings of the columns that were dropped. */
  leftOut: string[];
}

const GAP = '  ';

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
  const widths = columns.map(({ heading }, at) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[at] ?? '')), widthOf(heading)),
  );
  const shown = new Set(columns.keys());
  const dispensable = [...columns.keys()]
    .filter((at) => columns[at]!.dispensable !== undefined)
    .sort((left, right) => columns[right]!.dispensable! - columns[left]!.dispensable!);
  const width = (): number => [...shown].reduce((sum, at) => sum + widths[at]! + GAP.length, -GAP.length);
  const limit = maxWidth ?? Number.POSITIVE_INFINITY;
  for (const at of dispensable) if (width() > limit) shown.delete(at);
  if (width() > limit) return { text: asBlocks(columns, rows), leftOut: [] };

  const line = (cells: readonly string[]): string =>
    [...shown]
      .map((at) => {
        const cell = cells[at] ?? '';
        const padding = ' '.repeat(widths[at]! - widthOf(cell));
        return columns[at]!.align === 'right' ? padding + cell : cell + padding;
      })
      .join(GAP)
      .trimEnd();
  return {
    text: [columns.map(({ heading }) => heading), ...rows].map(line).join('\n'),
    leftOut: columns.filter((_, at) => !shown.has(at)).map(({ heading }) => heading),
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
