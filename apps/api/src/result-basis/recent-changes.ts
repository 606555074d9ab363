import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import type { Basis } from './basis.js';

const RECENT_CHANGES = { name: 'recent-changes', sql: sqlFile(import.meta.url, './recent-changes.sql') };

/** Digests of what was stored and detected since a time. */
export async function readRecentChanges(
  database: Database,
  { spans, tail, since }: Pick<Basis, 'spans' | 'tail' | 'since'>,
  context: QueryContext,
): Promise<Pick<Basis, 'digest' | 'tailDigest'>> {
  const all = tail === null ? spans : [...spans, tail];
  if (all.length === 0) return { digest: '', tailDigest: '' };
  const [row] = await database.rows<[digest: string, tailDigest: string]>(
    RECENT_CHANGES,
    {
      spans: `[${spans.map(([from, to]) => `(${from},${to})`).join(',')}]`,
      from: Math.min(...all.map(([from]) => from)),
      to: Math.max(...all.map(([, to]) => to)),
      // A range without slots.
      tail_from: tail?.[0] ?? 1,
      tail_to: tail?.[1] ?? 0,
      since,
    },
    context,
  );
  if (row === undefined) throw new Error('a query without GROUP BY gave no row');
  return { digest: row[0], tailDigest: row[1] };
}
