import type { TestStore } from '@tickscope/testkit/store/test-store';
import { createReader } from '../create-reader.js';
import type { Database } from '../database.js';

/** Opens a test store with the rights of a reader, with empty caches. */
export function openTestDatabase(store: TestStore): Database {
  return createReader(store.open('reader').read, { timeoutMs: 20_000 });
}
