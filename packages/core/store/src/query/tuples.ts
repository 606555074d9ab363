import { TupleParam } from '@clickhouse/client';

export type TupleParameters = TupleParam[];

/** Converts rows to a query parameter of type Array(Tuple(…)). */
export function tuples(rows: readonly (readonly (string | number)[])[]): TupleParameters {
  return rows.map((row) => new TupleParam(row));
}
