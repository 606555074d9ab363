import type { Database } from '../database.js';

/** One value per database: a process may serve several databases, as tests do. */
export function perDatabase<T>(create: () => T): (database: Database) => T {
  const all = new WeakMap<Database, T>();
  return (database) => {
    const known = all.get(database) ?? create();
    all.set(database, known);
    return known;
  };
}
