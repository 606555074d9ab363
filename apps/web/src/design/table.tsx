import type { ReactNode } from 'react';
import css from './design.module.css';

interface ColumnHead {
  name: string;
  /** The meaning of the column, on hover. */
  hint?: string;
}

interface CellColumn<Row> extends ColumnHead {
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
  /** Value to order the table by; null where it is not known. */
  value?: (row: Row) => number | string | null;
}

interface CountColumn<Row> extends ColumnHead {
  /** The value that is shown and can be ordered by; null where it is not known. */
  count: (row: Row) => number | null | undefined;
}

export type Column<Row> = CellColumn<Row> | CountColumn<Row>;

/** A column as one of cells. */
export function cellsOf<Row>(column: Column<Row>): CellColumn<Row> {
  if (!('count' in column)) return column;
  const { count, ...head } = column;
  return {
    ...{ ...head, isNumber: true },
    cell: (row) => count(row)?.toLocaleString('en') ?? 'not known',
    value: (row) => count(row) ?? null,
  };
}

/** A table that scrolls sideways by itself where the page is narrow. */
export function Table<Row>({
  caption,
  columns: given,
  rows,
  keyOf,
  toneOf,
  selected,
  onSelect,
  order,
  onOrder,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  toneOf?: (row: Row) => 'you' | undefined;
  selected?: string | null;
  onSelect?: (row: Row) => void;
  /** The order of `rows`, and what is called for another one. */
  order?: Order;
  onOrder?: (order: Order) => void;
}) {
  const columns = given.map(cellsOf);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={css['scroll']} tabIndex={0}>
      <table className={css['table']}>
        <caption className={css['visuallyHidden']}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} order={order} onOrder={onOrder} />
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

function Head<Row>({
  column: { name, isNumber, value, hint },
  order,
  onOrder,
}: {
  column: CellColumn<Row>;
  order: Order | undefined;
  onOrder: ((order: Order) => void) | undefined;
}) {
  const isOrdered = order?.by === name;
  const direction = isOrdered ? (order.isDescending ? 'descending' : 'ascending') : undefined;
  return (
    <th
      scope="col"
      className={isNumber === true ? css['number'] : undefined}
      title={hint}
      aria-sort={direction}
    >
      {value === undefined || onOrder === undefined ? (
        name
      ) : (
        <button
          type="button"
          className={css['order']}
          onClick={() =>
            onOrder({ by: name, isDescending: isOrdered ? !order.isDescending : isNumber === true })
          }
        >
          {name}
          <span aria-hidden="true">{isOrdered ? (order.isDescending ? ' ↓' : ' ↑') : ' ↕'}</span>
        </button>
      )}
    </th>
  );
}

export interface Order {
  /** Name of the column. */
  by: string;
  isDescending: boolean;
}
