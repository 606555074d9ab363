import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';
import { hexOf } from './token-names.js';

const POOL = sqlFile(import.meta.url, './pool.sql');

/** Each is planned for itself, so that a query of many takes long; apart, each costs a query. */
const POOLS_A_QUERY = 10;

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
  const pools = new Map<string, TradedPool>();
  for (let at = 0; at < addresses.length; at += POOLS_A_QUERY) {
    const asked = hexOf(addresses.slice(at, at + POOLS_A_QUERY));
    const query = {
      name: 'pools',
      sql: asked
        .map((_, index) => `(${POOL.replace('{address:', `{address_${index}:`)})`)
        .join('\nUNION ALL\n'),
    };
    const params = Object.fromEntries(asked.map((address, index) => [`address_${index}`, address]));
    for (const [address, programId, mints] of await database.rows<[string, string, string[]]>(
      query,
      params,
      context,
    ))
      pools.set(address, { programId, mints });
  }
  return pools;
}
