import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { hexOf } from './token-names.js';

/** A joined query takes longer to plan with each address; separate queries cost a round trip each. */
const ADDRESSES_A_QUERY = 10;

/**
 * Runs a query for one address (its parameter `address`, as hex) for each of some addresses. The queries are
 * joined, so that each stops at its first rows, which a single query for all addresses could not do.
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
