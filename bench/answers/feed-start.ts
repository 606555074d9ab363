import { formatResumeToken } from '@tickscope/queries/feed/feed-cursor';
import type { Store } from '@tickscope/store';

/** The id of an event before the first one of this store's feed. */
export async function feedStart({ read }: Pick<Store, 'read'>): Promise<string> {
  const [row] = await read.queryRows<[string, string]>(
    `SELECT (SELECT substring(toString(uuid), 1, 8) FROM system.tables WHERE database = currentDatabase() AND name = 'sandwich_feed'),
      toUnixTimestamp64Milli(min(arrived_at)) FROM sandwich_feed`,
    { timeoutMs: 60_000 },
  );
  const [epoch, atMs] = row!;
  return formatResumeToken({ epoch, position: { block: 0, offset: 0, atMs: Number(atMs) } });
}
