import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { rangeTuples } from '../slot-coverage/range-tuples.js';
import type { Basis } from './basis.js';

const RECENT_CHANGES = { name: 'recent-changes', sql: sqlFile(import.meta.url, './recent-changes.sql') };

/** Digests of what was stored and detected since a time. */
export async function readRecentChanges(
  database: Database,
  { ranges, tail, since }: Pick<Basis, 'ranges' | 'tail' | 'since'>,
  context: QueryContext,
): Promise<Pick<Basis, 'digest' | 'tailDigest'>> {
  const all = tail === null ? ranges : [...ranges, tail];
  if (all.length === 0) return { digest: '', tailDigest: '' };
  const [row] = await database.rows<[digest: string, tailDigest: string]>(
    RECENT_CHANGES,
    {
      spans: rangeTuples(ranges),
      from: Math.min(...all.map(({ fromSlot }) => fromSlot)),
      to: Math.max(...all.map(({ toSlot }) => toSlot)),
      // An empty range.
      tail_from: tail?.fromSlot ?? 1,
      tail_to: tail?.toSlot ?? 0,
      since,
    },
    context,
  );
  if (row === undefined) throw new Error('a query without GROUP BY gave no row');
  return { digest: row[0], tailDigest: row[1] };
}
