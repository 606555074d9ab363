import type { Read } from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';

/** Runs reads that are shared with the ingester, with the deadline and the error handling of an operation. */
export function readOf(database: Database, context: QueryContext): Read {
  return (query, params) => database.rows(query, params, context);
}
