import type { Database } from '@tickscope/queries/database';
import type { TestStore } from '@tickscope/testkit/store/test-store';
import { createDatabase } from '../database/database.js';
import { QueryQueue } from '../database/query-queue.js';
import { createMetrics } from '../metrics.js';

/** Opens a test store as the API reads it, with empty caches. */
export function openTestDatabase(store: TestStore): Database {
  return createDatabase({
    read: store.open('reader').read,
    queue: new QueryQueue({ atOnce: 4, mostWaiting: 100 }),
    queryTimeoutMs: 20_000,
    metrics: createMetrics({ process: false }),
  });
}
