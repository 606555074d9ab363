import { formatResumeToken } from '@tickscope/queries/feed';
import type { Store } from '@tickscope/store';
import { rowsOf } from '../support/rows.js';

/** The id of an event before the first one of this store's feed. */
export async function feedStart(store: Pick<Store, 'read'>): Promise<string> {
  const [row] = await rowsOf<[string, string]>(
    store,
    `SELECT (SELECT substring(toString(uuid), 1, 8) FROM system.tables WHERE database = currentDatabase() AND name = 'sandwich_feed'),
      toUnixTimestamp64Milli(min(arrived_at)) FROM sandwich_feed`,
  );
  const [epoch, atMs] = row!;
  return formatResumeToken({ epoch, position: { block: 0, offset: 0, atMs: Number(atMs) } });
}
