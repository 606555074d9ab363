import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { rowsOfEach } from './rows-of-each.js';

const POOLS = { name: 'pools', sql: sqlFile(import.meta.url, './pool.sql') };

/** Base58, all of it. */
export interface TradedPool {
  programId: string;
  mints: string[];
}

/** Of some addresses (base58) those that are pools in which somebody traded. */
export async function readTradedPools(
  database: Database,
  addresses: readonly string[],
  context: QueryContext,
): Promise<Map<string, TradedPool>> {
  type Row = [address: string, programId: string, mints: string[]];
  const rows = await rowsOfEach<Row>(database, POOLS, addresses, context);
  return new Map(rows.map(([address, programId, mints]) => [address, { programId, mints }]));
}
