import { TupleParam } from '@clickhouse/client';

/** Converts rows to a query parameter of type Array(Tuple(…)). */
export function tuples(rows: readonly (readonly (string | number)[])[]): TupleParam[] {
  return rows.map((row) => new TupleParam(row));
}
