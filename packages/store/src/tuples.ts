import { TupleParam } from '@clickhouse/client';

/** As a query's parameter of type Array(Tuple(…)). */
export function tuples(rows: readonly (readonly (string | number)[])[]): TupleParam[] {
  return rows.map((row) => new TupleParam(row));
}
