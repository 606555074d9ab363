import type { Address } from '@tickscope/chain';
import { defineQuery, param, type Query, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

/** A joined query takes longer to plan with each address; separate queries cost a round trip each. */
const ADDRESSES_A_QUERY = 10;

type Columns = Readonly<Record<string, (value: never) => unknown>>;

/** A query of one address, joined for several. */
export interface AddressQuery<Row> {
  /** For 1 to 10 addresses, at the index of their number less 1. Parameters: `placeholder(0)` and on. */
  readonly joined: readonly Query<Readonly<Record<string, string>>, Row>[];
}

/**
 * Defines a query whose SQL has the one parameter `{address:String}`, as hex.
 *
 * @param definition.row as in `defineQuery`
 */
export function defineAddressQuery<const C extends Columns>({
  name,
  sql,
  row,
}: {
  name: string;
  sql: string;
  row: C;
}): AddressQuery<RowOf<C>> {
  const placeholders = Array.from({ length: ADDRESSES_A_QUERY }, (_, at) => placeholder(at));
  return {
    joined: placeholders.map((_, last) => {
      const used = placeholders.slice(0, last + 1);
      return defineQuery({
        name,
        sql: used.map((each) => `(${sql.replaceAll('{address:', `{${each}:`)})`).join('\nUNION ALL\n'),
        params: Object.fromEntries(used.map((each) => [each, param.address])),
        row,
      });
    }),
  };
}

/**
 * Runs a query of one address for each of some addresses (base58). The queries are joined, so that each stops
 * at its first rows, which a single query for all addresses could not do.
 */
export async function rowsOfEach<Row>(
  database: Database,
  { joined }: AddressQuery<Row>,
  addresses: readonly Address[],
  context: QueryContext,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < addresses.length; at += ADDRESSES_A_QUERY) {
    const asked = addresses.slice(at, at + ADDRESSES_A_QUERY);
    const params = Object.fromEntries(asked.map((address, index) => [placeholder(index), address]));
    rows.push(...(await database.rows(joined[asked.length - 1]!, params, context)));
  }
  return rows;
}

function placeholder(index: number): string {
  return `address_${index}`;
}
