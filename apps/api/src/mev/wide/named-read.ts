import type { NamedRead } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import type { QueryContext } from '../../request-context.js';

/** Runs the reads of packages/store with the deadline and the error handling of an operation. */
export function namedRead(database: Database, context: QueryContext): NamedRead {
  return (name, sql, params) => database.rows({ name, sql }, params, context);
}
