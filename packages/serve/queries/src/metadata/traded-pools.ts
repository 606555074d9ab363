import type { Address } from '@tickscope/chain';
import { column, type RowOf, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { defineAddressQuery, rowsOfEach } from './rows-of-each.js';

/** Addresses are base58. */
const POOL_COLUMNS = {
  pool: column.address,
  programId: column.address,
  mints: column.list(column.address),
};

const POOLS = defineAddressQuery({
  name: 'pools',
  sql: sqlFile(import.meta.url, './pool.sql'),
  row: POOL_COLUMNS,
});

export type TradedPool = RowOf<typeof POOL_COLUMNS>;

/** Returns those of some addresses (base58) that are pools with at least one trade. */
export async function readTradedPools(
  database: Database,
  addresses: readonly Address[],
  context: QueryContext,
): Promise<Map<string, TradedPool>> {
  const rows = await rowsOfEach(database, POOLS, addresses, context);
  return new Map(rows.map((row) => [row.pool, row]));
}
