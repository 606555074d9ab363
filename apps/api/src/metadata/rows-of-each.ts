import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { hexOf } from './token-names.js';

/** Each is planned for itself, so that a query of many takes long; apart, each costs a query. */
const ADDRESSES_A_QUERY = 10;

/**
 * The rows of a query of one address (its parameter `address`, as hex) for each of some: joined, as each stops at its
 * first rows, which a single one for all of them could not.
 */
export async function rowsOfEach<Row extends readonly unknown[]>(
  database: Database,
  { name, sql }: { name: string; sql: string },
  addresses: readonly string[],
  context: QueryContext,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < addresses.length; at += ADDRESSES_A_QUERY) {
    const asked = hexOf(addresses.slice(at, at + ADDRESSES_A_QUERY));
    const each = asked.map((_, index) => `(${sql.replaceAll('{address:', `{address_${index}:`)})`);
    const params = Object.fromEntries(asked.map((address, index) => [`address_${index}`, address]));
    rows.push(...(await database.rows<Row>({ name, sql: each.join('\nUNION ALL\n') }, params, context)));
  }
  return rows;
}
