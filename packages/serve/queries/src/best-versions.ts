/**
 * Chooses the best version of rows with equal keys: what `ORDER BY key, version DESC LIMIT 1 BY key` returns. Keyed
 * reads of few rows do it here, because the server spends longer on planning it than on the rest of the query.
 *
 * @returns by key, in the order in which the keys first occurred
 */
export function bestVersions<Row extends { version: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): Map<string | number, Row> {
  const best = new Map<string | number, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const other = best.get(key);
    if (other === undefined || row.version > other.version) best.set(key, row);
  }
  return best;
}
