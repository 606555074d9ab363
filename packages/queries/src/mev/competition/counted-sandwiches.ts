import type { Address } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';
import { readEvidence } from '../sandwich-evidence.js';

const CANDIDATES = defineQuery({
  name: 'competition-candidates',
  sql: sqlFile(import.meta.url, './candidates.sql'),
  params: {
    a: param.address,
    b: param.address,
    from: param.integer,
    to: param.integer,
    window: param.integer,
    limit: param.integer,
  },
  row: { id: column.text, firstSlot: column.integer },
});

/** Parameters go in the URL, which may have 128 KB. */
const MOST_JUDGED = 4_000;
const SANDWICHES_A_QUERY = 1_000;

export interface CountedSandwiches {
  /** Those that count as of now and begin in or after `judgedFrom`. */
  ids: string[];
  /** Of sandwiches before this slot, what was said of them holds. 0: all are judged as of now. */
  judgedFrom: number;
}

/** Which of the sandwiches of A by B count as of now: the newest 4,000 are judged. */
export async function readCounted(
  database: Database,
  question: { a: Address; b: Address; from: number; to: number; window: number },
  context: QueryContext,
): Promise<CountedSandwiches> {
  const found = await database.rows(CANDIDATES, { ...question, limit: MOST_JUDGED + 1 }, context);
  const judgedFrom = found.length > MOST_JUDGED ? found[MOST_JUDGED]!.firstSlot + 1 : 0;
  const judged = found.filter(({ firstSlot }) => firstSlot >= judgedFrom);
  const batches: (typeof judged)[] = [];
  for (let at = 0; at < judged.length; at += SANDWICHES_A_QUERY)
    batches.push(judged.slice(at, at + SANDWICHES_A_QUERY));
  // At most four at once.
  const evidences = await Promise.all(
    batches.map((some) => {
      const firstSlots = [...new Set(some.map(({ firstSlot }) => firstSlot))];
      return readEvidence(database, { firstSlots, ids: some.map(({ id }) => id) }, context);
    }),
  );
  const ids = evidences.flatMap((evidence) => [...evidence.keys()]);
  return { ids, judgedFrom };
}
