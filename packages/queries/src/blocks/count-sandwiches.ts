import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { judgedOf, readVerdictsNow, VERDICT_COLUMNS } from '../mev/now/verdicts-now.js';

const SANDWICHES_OF_RANGE = defineQuery({
  name: 'sandwiches-of-range',
  sql: sqlFile(import.meta.url, './sandwiches-of-range.sql'),
  params: { from: param.integer, to: param.integer },
  row: {
    id: column.text,
    firstSlot: column.integer,
    addresses: column.list(column.text),
    ...VERDICT_COLUMNS,
  },
});

/** Counts the sandwiches of a short slot range that count as of now, by the slot of their first frontrun leg. */
export async function countSandwiches(
  database: Database,
  range: { from: number; to: number },
  context: QueryContext,
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.rows(SANDWICHES_OF_RANGE, range, context);
  const verdicts = await readVerdictsNow(
    database,
    rows.map((row) => judgedOf(row, row)),
    context,
  );
  const counts = new Map<number, number>();
  for (const [at, { firstSlot }] of rows.entries())
    if (verdicts[at]!.confidence !== 'suspected') counts.set(firstSlot, (counts.get(firstSlot) ?? 0) + 1);
  return counts;
}
