import { type ReadConnection, runQuery } from '@tickscope/store';
import type { Database } from './database.js';

/** Reads with a client and one deadline for each query. Errors are those of the client library. */
export function createReader(read: ReadConnection, { timeoutMs }: { timeoutMs: number }): Database {
  return {
    rows: (query, params, { id, signal }) =>
      runQuery(read, query, params, { timeoutMs, signal, logComment: id }),
  };
}
