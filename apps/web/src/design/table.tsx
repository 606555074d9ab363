import type { ReactNode } from 'react';
import css from './design.module.css';

export interface Column<Row> {
  name: string;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

/** A table that scrolls sideways by itself where the page is narrow. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  toneOf,
  selected,
  onSelect,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  toneOf?: (row: Row) => 'you' | undefined;
  selected?: string | null;
  onSelect?: (row: Row) => void;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={css['scroll']} tabIndex={0}>
      <table className={css['table']}>
        <caption className={css['visuallyHidden']}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={isNumber === true ? css['number'] : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <tr
                key={key}
                data-key={key}
                data-tone={toneOf?.(row)}
                data-selected={selected === key ? true : undefined}
                onMouseEnter={onSelect === undefined ? undefined : () => onSelect(row)}
              >
                {columns.map(({ name, isNumber, cell }) => (
                  <td key={name} className={isNumber === true ? css['number'] : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
