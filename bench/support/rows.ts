import type { Store } from '@tickscope/store';

/** Enough for any question of a benchmark about its own data. */
const TIMEOUT_MS = 600_000;

/** Reads rows with SQL of a benchmark's own. */
export function rowsOf<Row extends readonly unknown[]>(
  { read }: Pick<Store, 'read'>,
  sql: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Row[]> {
  return read.queryRows<Row>(sql, { params, timeoutMs: TIMEOUT_MS });
}

/** Reads one number; 0 where there is none. */
export async function numberOf(store: Pick<Store, 'read'>, sql: string): Promise<number> {
  const [row] = await rowsOf<[string | number]>(store, sql);
  return Number(row?.[0] ?? 0);
}
