import type { Database } from '../database/database.js';

/** What is kept of each database: a process may serve several, as tests do. */
export function perDatabase<T>(create: () => T): (database: Database) => T {
  const all = new WeakMap<Database, T>();
  return (database) => {
    const known = all.get(database) ?? create();
    all.set(database, known);
    return known;
  };
}
