import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { Basis } from './basis.js';

const RECENT_CHANGES = defineQuery({
  name: 'recent-changes',
  sql: sqlFile(import.meta.url, './recent-changes.sql'),
  params: {
    ranges: param.ranges,
    from: param.integer,
    to: param.integer,
    tail_from: param.integer,
    tail_to: param.integer,
    since: param.integer,
  },
  row: { digest: column.text, tailDigest: column.text },
});

/** Digests of what was stored and detected since a time. */
export async function readRecentChanges(
  database: Database,
  { ranges, tail, since }: Pick<Basis, 'ranges' | 'tail' | 'since'>,
  context: QueryContext,
): Promise<Pick<Basis, 'digest' | 'tailDigest'>> {
  const all = tail === null ? ranges : [...ranges, tail];
  if (all.length === 0) return { digest: '', tailDigest: '' };
  const [row] = await database.rows(
    RECENT_CHANGES,
    {
      ranges,
      from: Math.min(...all.map(({ fromSlot }) => fromSlot)),
      to: Math.max(...all.map(({ toSlot }) => toSlot)),
      // An empty range.
      tail_from: tail?.fromSlot ?? 1,
      tail_to: tail?.toSlot ?? 0,
      since,
    },
    context,
  );
  if (row === undefined) throw new Error('RECENT_CHANGES returned no row, though it has no GROUP BY');
  return row;
}
