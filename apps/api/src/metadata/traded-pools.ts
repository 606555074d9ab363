import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { rowsOfEach } from './rows-of-each.js';

const POOLS = { name: 'pools', sql: sqlFile(import.meta.url, './pool.sql') };

/** Addresses are base58. */
export interface TradedPool {
  programId: string;
  mints: string[];
}

/** Returns those of some addresses (base58) that are pools with at least one trade. */
export async function readTradedPools(
  database: Database,
  addresses: readonly string[],
  context: QueryContext,
): Promise<Map<string, TradedPool>> {
  type Row = [address: string, programId: string, mints: string[]];
  const rows = await rowsOfEach<Row>(database, POOLS, addresses, context);
  return new Map(rows.map(([address, programId, mints]) => [address, { programId, mints }]));
}
